import { PLUGIN_PACKAGE } from "../../../hosts/plugin/names";
import type { Shell } from "../../../spec/shell";
import { version } from "../../../version";
import { IGNORE_FILE } from "../../ignoring/rules-for";
import { dashed } from "./code/names";
import { IMPORT_LINE } from "./import-file";
import { NOT_IMPORTED } from "./not-imported";
import { SET_SECRETS, SET_SECRETS_LINE } from "./secrets";

/** Versions that the program is written for and tested with; package.json of this package has the same. */
export const TESTED_WITH = { "@pulumi/pulumi": "3.230.0", "@types/node": "20.19.43", typescript: "6.0.3" } as const;

/**
 * The files beside the sources that make a folder a Pulumi project. Each is written once, and is the user's from then on.
 *
 * @param parentName name of the group that is imported. The project has a name of its own, made from it: with the bare name, an
 *   `up` of another program that somebody called after the organization would delete everything that this one manages.
 */
export function supportFiles(parentName: string, host: Shell): Readonly<Record<string, string>> {
  const name = `${dashed(parentName) || "organization"}-platform`;
  return {
    "package.json": json({
      name,
      private: true,
      main: "index.ts",
      dependencies: { "@pulumi/pulumi": TESTED_WITH["@pulumi/pulumi"], "pulumi-platform": version },
      devDependencies: { "@types/node": TESTED_WITH["@types/node"], typescript: TESTED_WITH.typescript },
    }),
    "Pulumi.yaml": `name: ${JSON.stringify(name)}\nruntime: nodejs\n${host === "plugin" ? PLUGIN : ""}`,
    "tsconfig.json": TSCONFIG,
    ".gitignore": "node_modules/\n",
    "README.md": readme(name, host),
  };
}

/** What makes the plugin serve the resources of every stack of the project. */
const PLUGIN = `plugins:
  providers:
    - name: ${PLUGIN_PACKAGE}
      path: node_modules/pulumi-platform/dist/plugin
config:
  platform:shell: plugin
`;

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const TSCONFIG = `{
  "compilerOptions": {
    "target": "ES2022",
    "module": "commonjs",
    "moduleResolution": "bundler",
    "rootDir": ".",
    "types": ["node"],
    "strict": true,
    "noEmit": true,
    "skipLibCheck": true
  },
  "files": ["index.ts"]
}
`;

// advice: import-from-file
const FROM_FILE =
  "Where pulumi-platform comes from a file and from no registry, `npm install <path>.tgz` takes the place of the first line.";

// advice: import-set-secrets
const RUN_SCRIPT = `If there is a ${SET_SECRETS}, run \`${SET_SECRETS_LINE}\`.`;

// advice: import-put-back
const BY_HAND = "`npx pulumi-platform drift --stack dev` tells it, and `pulumi up --refresh` puts it back.";

// advice: unprotect
const UNPROTECT = "To delete one, remove the option, run `pulumi up`, and then take the resource out of the program.";

// advice: import-first-up
const TAKE_OVER = `Take over what is there:

   \`\`\`sh
   PLATFORM_ADOPT_EXISTING=identical pulumi up --continue-on-error
   \`\`\`

   The same line completes an update that was killed.`;

// advice: import-by-file
const IMPORT = `Import what is there. The second line sets the option \`protect\` as the program has it:

   \`\`\`sh
   ${IMPORT_LINE}
   pulumi up
   \`\`\`

   The same lines complete an import that was killed.`;

// advice: import-first-up, import-by-file
const readme = (name: string, host: Shell): string => `# ${name}

Written by \`pulumi-platform import\`. The first update takes over what is there, and changes nothing.

1. Install the packages, and make a stack:

   \`\`\`sh
   npm install
   pulumi stack init dev
   \`\`\`

   ${FROM_FILE}
2. ${RUN_SCRIPT}
3. ${host === "plugin" ? IMPORT : TAKE_OVER}

After that, \`pulumi up\` makes what changes in the program. It does not see what somebody changed by hand on the platform:
${BY_HAND}

What was taken over is this program's: taken out of it, or by \`pulumi destroy\`, it is deleted. The option \`protect: true\` of
groups, repos and identity providers makes Pulumi refuse that, because everything in them would be deleted too. ${UNPROTECT}

${NOT_IMPORTED}, if it is here, tells what could not be taken over, and what to do about it.

The same import, run again with \`--cwd\` and the path of this folder, adds what is new on the platform and not held by the
stack, and leaves what was edited here as it is. What another stack holds is new to it, unless ${IGNORE_FILE} means it.
`;
