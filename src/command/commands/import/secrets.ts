import { inputFields, nameOf } from "../../../description/spec/resource";
import { mayHoldPassword } from "../../../description/spec/shown";
import type { Fields } from "../../../description/spec/types";
import type { Values } from "../../../description/spec/values";
import { isUid, lastIdOf } from "../../../description/uid";
import { objectOfKey } from "../../organization/directory";
import type { LiveObject } from "../../organization/read";
import { plain } from "../../output/text";
import { code, type Expression } from "./code/expression";
import { stringLiteral } from "./code/literal";
import { camelCase, kindInWords } from "./code/names";
import type { Manifest } from "./manifest";

/** Names of the inputs that a program must not contain: addresses of receivers that are more than an origin. */
export const secretInputs = (fields: Fields, values: Values): string[] =>
  inputFields(fields).flatMap(([name, { type }]) =>
    type.kind === "string" && mayHoldPassword(type, values[name]) ? [name] : [],
  );

/** The key of a secret in the config, like `okta_1a2b3c4d_clientSecret`. It has the object's id, so that no other object gets the key. */
export const secretKey = ({ spec, uid }: Pick<LiveObject, "spec" | "uid">, label: string, input: string): string =>
  [camelCase(label) || camelCase(kindInWords(spec)), lastIdOf(uid).replace(/\W/g, "_"), input].join("_");

/** The expression for a secret of the stack's config, in a program that imports the SDK as `pulumi`. */
export const requiredSecret = (key: string): Expression =>
  code(`new pulumi.Config().requireSecret(${stringLiteral(key)})`);

export const SET_SECRETS = "set-secrets.sh";

export const SET_SECRETS_LINE = `bash ${SET_SECRETS}`;

/** A secret that the platform never returns, so that only a person can give it. */
export interface AskedSecret {
  /** Key of the stack's config: an identifier. */
  readonly key: string;
  /** What to ask for. It may hold names that others chose. */
  readonly prompt: string;
}

/** The lines of the script: the secrets that the platform returns, of all imported objects, and those to ask for. */
export function secretLines(objects: Manifest["objects"], asked: readonly AskedSecret[]): string[] {
  const copies = Object.entries(objects).flatMap(([key, { secrets = {} }]) => {
    const { spec, uid } = objectOfKey(key);
    // Somebody may have edited the record, and these are lines for a shell.
    if (spec === undefined || !isUid(uid)) return [];
    return Object.entries(secrets).map(([input, name]) => `copy ${name} get${nameOf(spec)} ${uid} ${input}`);
  });
  const asks = asked.map(({ key, prompt }) => `ask ${key} ${inShell(plain(prompt))}`);
  return [...copies.sort(), ...asks.sort()];
}

export const secretsScript = (lines: readonly string[]): string =>
  [HEAD, ...(lines.length > 0 ? lines : [NO_SECRET]), TAIL].join("\n");

const NO_SECRET = "# There is no secret to set.";

const inShell = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const HEAD = `#!/usr/bin/env bash
# Sets the secrets that this program reads from the stack's config. Written by \`pulumi-platform import\`.
# Run it for each stack before \`pulumi up\`: ${SET_SECRETS_LINE}
# It keeps keys that are set. It shows no value, and puts none on a command line.
set +x # A trace would show the values.
set -uo pipefail
# If CDPATH is set, cd could go to another folder.
CDPATH= cd -- "$(dirname -- "\${BASH_SOURCE[0]}")" > /dev/null || exit 1
failed=0

# is_set KEY
is_set() { pulumi config get "$1" > /dev/null 2>&1 < /dev/null; }

# store KEY VALUE: printf is part of the shell, so the value reaches Pulumi through a pipe only.
store() {
  if printf %s "$2" | pulumi config set --secret "$1"; then echo "$1: set"; else failed=1; fi
}

# copy KEY LOOKUP UID INPUT: copies an input from the platform, with the settings of the environment.
copy() {
  local value
  is_set "$1" && return
  if value=$(node -e "$READ" "$2" "$3" "$4" < /dev/null); then store "$1" "$value"; else failed=1; fi
}
READ='const [lookup, uid, input] = process.argv.slice(1);
require("pulumi-platform")[lookup]({ uid }).then((found) => process.stdout.write(found[input]))'

# ask KEY PROMPT: reads a value that the platform never returns, from the terminal. Without a terminal, each call has its own line of
# the input, so a key that is set never moves its value to the next key.
calls=0 lines=0
ask() {
  local value=
  calls=$((calls + 1))
  is_set "$1" && return
  if [ -t 0 ]; then
    IFS= read -rs -p "$2: " value
    echo >&2
  else
    while [ "$lines" -lt "$calls" ]; do value= && IFS= read -r value; lines=$((lines + 1)); done
  fi
  if [ -n "$value" ]; then store "$1" "$value"; else echo "$1: not set, because no value was given" >&2; failed=1; fi
}
`;

const TAIL = `
exit "$failed"
`;
