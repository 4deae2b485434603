import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { version } from "../../../client/version";
import type { HostName } from "../../../description/names/host-name";
import { PLUGIN_PACKAGE } from "../../../description/names/plugin";
import { IGNORE_FILE } from "../../ignoring/ignore-file";
import { dashed } from "./code/names";
import { IMPORT_LINE } from "./import-file";
import { NOT_IMPORTED } from "./not-imported";
import { SET_SECRETS, SET_SECRETS_LINE } from "./secrets";

/** Versions that the program is tested with, as in package.json of this package. */
export const TESTED_WITH = { "@pulumi/pulumi": "3.230.0", "@types/node": "20.19.43", typescript: "6.0.3" } as const;

/**
 * Returns the files that make a folder a Pulumi project. Only the first import writes them.
 *
 * @param parentName name of the imported group. The project's name has a suffix, because another program may have the bare name. An
 *   `up` of that program in the same stack would delete everything that this one manages.
 */
export function supportFiles(parentName: string, host: HostName): Readonly<Record<string, string>> {
  const name = `${dashed(parentName) || "organization"}-platform`;
  return {
    "package.json": json({
      name,
      private: true,
      main: "index.ts",
      dependencies: { "@pulumi/pulumi": TESTED_WITH["@pulumi/pulumi"], "pulumi-platform": version },
      devDependencies: { "@types/node": TESTED_WITH["@types/node"], typescript: TESTED_WITH.typescript },
    }),
    [PROJECT]: `name: ${JSON.stringify(name)}\nruntime: nodejs\n${host === "plugin" ? PLUGIN : ""}`,
    "tsconfig.json": TSCONFIG,
    ".gitignore": "node_modules/\n",
    "README.md": readme(name, host),
  };
}

const PROJECT = "Pulumi.yaml";

const PLUGIN = `plugins:
  providers:
    - name: ${PLUGIN_PACKAGE}
      path: node_modules/pulumi-platform/dist/plugin
config:
  platform:shell: plugin
`;

/** Whether the project in a folder sets up the plugin, as an import writes it. */
export function setsUpPlugin(folder: string): boolean {
  const file = join(folder, PROJECT);
  return existsSync(file) && readFileSync(file, "utf8").includes(PLUGIN);
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const TSCONFIG = `{
  "compilerOptions": {
    "target": "ES2022",
    "module": "nodenext",
    "rootDir": ".",
    "types": ["node"],
    "strict": true,
    "noEmit": true,
    "skipLibCheck": true
  },
  "files": ["index.ts"]
}
`;

/** What to do without a registry that has the package, in Markdown. */
export const FROM_FILE =
  "If you have pulumi-platform as a file, run `npm install <path>.tgz` instead of `npm install`.";

const TAKE_OVER = `Take over the existing objects:

   \`\`\`sh
   PLATFORM_ADOPT_EXISTING=identical pulumi up --continue-on-error
   \`\`\`

   It creates again, with its access, what was deleted, renamed or given another role since the import. If that may be, import into a new
   folder, and compare both \`index.ts\`. If the update was killed, run the same line again.`;

const IMPORT = `Import the existing objects. The preview of the second line must show only the option \`protect\`, because the update undoes what others have
   changed or deleted since:

   \`\`\`sh
   ${IMPORT_LINE}
   pulumi up
   \`\`\`

   If the import was killed, run the same lines again.`;

const readme = (name: string, host: HostName): string => `# ${name}

\`pulumi-platform import\` wrote this program. The first update takes over the existing objects, and does not change them.

1. Install the packages, and create a stack:

   \`\`\`sh
   npm install
   pulumi stack init dev
   \`\`\`

   ${FROM_FILE}
2. If there is a ${SET_SECRETS}, run \`${SET_SECRETS_LINE}\`.
3. ${host === "plugin" ? IMPORT : TAKE_OVER}

After that, \`pulumi up\` applies changes of the program. It does not see changes made by hand.
\`npx pulumi-platform drift --stack dev\` reports them, and \`pulumi up --refresh\` puts them back.

The program now manages these objects. Pulumi deletes them if you remove them from the program or run \`pulumi destroy\`. It does not
delete groups, repos and identity providers while they have \`protect: true\`, because everything in them would be deleted too.
To delete one, remove the option, run \`pulumi up\`, and then remove the resource from the program.

If there is a ${NOT_IMPORTED}, it lists the objects that could not be taken over, and says what to do.

To add new objects, run the same import again with \`--cwd\` and the path of this folder. It leaves out what the stack manages, and
keeps your edits. It adds objects of other stacks, unless ${IGNORE_FILE} lists them.
`;
