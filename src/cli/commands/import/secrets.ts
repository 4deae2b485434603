import { inputFields, nameOf } from "../../../spec/resource";
import { mayHoldPassword } from "../../../spec/shown";
import type { Fields } from "../../../spec/types";
import type { Values } from "../../../spec/values";
import { isUid } from "../../../uid";
import { objectOfKey } from "../../organization/directory";
import { code, type Expression } from "./code/expression";
import { stringLiteral } from "./code/literal";
import type { Manifest } from "./manifest";

/** Names of the inputs whose values have no place in a program: addresses of receivers that are more than an origin. */
export const secretInputs = (fields: Fields, values: Values): string[] =>
  inputFields(fields).flatMap(([name, { type }]) =>
    type.kind === "string" && mayHoldPassword(type, values[name]) ? [name] : [],
  );

/** A secret of the stack's config as it stands in a program, which imports all of the SDK as `pulumi`. */
export const requiredSecret = (key: string): Expression =>
  code(`new pulumi.Config().requireSecret(${stringLiteral(key)})`);

/** Name of the page with the lines that set the secrets. */
export const SECRETS = "SECRETS.md";

/** The page for all that imports have written into a program. */
export function secretsPage(objects: Manifest["objects"]): string {
  const lines = Object.entries(objects).flatMap(([key, { secrets = {} }]) => {
    const { spec, uid } = objectOfKey(key);
    // Somebody may have edited the record, and these are lines for a shell.
    if (spec === undefined || !isUid(uid)) return [];
    return Object.entries(secrets).map(([input, name]) => `secret ${name} get${nameOf(spec)} ${uid} ${input}`);
  });
  return `${INTRO}\n\n\`\`\`sh\n${[TOLD, SECRET, ...lines.sort()].join("\n")}\n\`\`\`\n`;
}

// advice: import-set-secrets
const INTRO = `# Secrets

Written by \`pulumi-platform import\`. The program reads these values from the stack's config, for the path of an address may hold a
password. Set them before \`pulumi up\`, in each stack, by these lines in this folder: each takes a value from the platform, by the
settings in the environment, and shows none. What the config has already stays as it is.`;

/** Prints an input of an object as the platform tells it, without an end of line. */
const TOLD =
  "told() { node -e 'const [lookup, uid, input] = process.argv.slice(1); " +
  `require("pulumi-platform")[lookup]({ uid }).then((found) => process.stdout.write(found[input]))' "$@"; }`;

/** Sets a key of the config, unless it is set. */
// advice: import-set-secrets
const SECRET =
  'secret() { pulumi config get "$1" > /dev/null 2>&1 && return; ' +
  'value=$(told "$2" "$3" "$4") && printf %s "$value" | pulumi config set --secret "$1"; }';
