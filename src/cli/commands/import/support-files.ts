import { version } from "../../../version";
import { dashed } from "./code/names";

/** Versions that the program is written for and tested with; package.json of this package has the same. */
export const TESTED_WITH = { "@pulumi/pulumi": "3.230.0", "@types/node": "20.19.43", typescript: "6.0.3" } as const;

/**
 * The files beside the sources that make a folder a Pulumi project. Each is written once, and is the user's from then on.
 *
 * @param parentName name of the group that is imported; the project is called after it
 */
export function supportFiles(parentName: string): Readonly<Record<string, string>> {
  const name = dashed(parentName) || "organization";
  return {
    "package.json": json({
      name,
      private: true,
      main: "index.ts",
      dependencies: { "@pulumi/pulumi": TESTED_WITH["@pulumi/pulumi"], "pulumi-platform": version },
      devDependencies: { "@types/node": TESTED_WITH["@types/node"], typescript: TESTED_WITH.typescript },
    }),
    "Pulumi.yaml": `name: ${JSON.stringify(name)}\nruntime: nodejs\n`,
    "tsconfig.json": TSCONFIG,
    ".gitignore": "node_modules/\n",
    "README.md": readme(name),
  };
}

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

// advice: import-first-up
const readme = (name: string): string => `# ${name}

Written by \`pulumi-platform import\`. The first update takes over what is there, and changes nothing. If SECRETS.md is here, its lines
come before it:

\`\`\`sh
npm install
pulumi stack init dev
PLATFORM_ADOPT_EXISTING=identical pulumi up --continue-on-error
\`\`\`

After that, \`pulumi up\` is enough. An update that was killed is completed by the same line as the first.

What was taken over is this program's: taken out of it, or by \`pulumi destroy\`, it is deleted. NOT-IMPORTED.md, if it is here,
tells what could not be taken over, and what to do about it.

The same import, run again, adds what is new on the platform, and leaves what was edited here as it is.
`;
