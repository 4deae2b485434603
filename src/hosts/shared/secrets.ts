import { remember } from "../../client/api/secret";
import { SECRET_KEY } from "../../description/names/dynamic";
import { plain } from "../../description/spec/plain";
import type { ResourceSpec } from "../../description/spec/resource";
import { hiddenTexts, mayHoldPassword } from "../../description/spec/shown";
import type { Field, Fields } from "../../description/spec/types";
import { isValues, type Values } from "../../description/spec/values";

export type ServedType = Pick<ResourceSpec, "type" | "fields">;

/** Marks a secret in the engine's protocol, beside its `value`. */
export const SECRET = { [SECRET_KEY]: "1b47061264138c4ac30d75fd1eb44270" } as const;

export type IsSecret = (field: Field, value: unknown) => boolean;

const isDeclaredSecret: IsSecret = ({ options }) => options.secret === true;

/** Also treats the address of a receiver as a secret if no program has given it, because its path may contain a password. */
export const isSecretUnlessGiven: IsSecret = (field, value) =>
  isDeclaredSecret(field, value) || (field.type.kind === "string" && mayHoldPassword(field.type, value));

/** A deep copy of values in a form that the engine's protobuf supports, with marked secrets. */
export function forEngine(
  spec: ServedType,
  values: Values,
  isSecret: IsSecret = isDeclaredSecret,
): Record<string, unknown> {
  rememberSecrets(spec.fields, values);
  return markSecrets(spec.fields, plain(values), isSecret);
}

function markSecrets(fields: Fields, values: Values, isSecret: IsSecret): Record<string, unknown> {
  const entries = Object.entries(values).map(([name, value]): [string, unknown] => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field === undefined || value === undefined) return [name, value];
    if (isSecret(field, value)) return [name, { ...SECRET, value }];
    const isMessage = field.type.kind === "message" && isValues(value);
    return [name, isMessage ? markSecrets(field.type.fields, value, isSecret) : value];
  });
  return Object.fromEntries(entries);
}

/** Remembers secret values, so that they are removed from texts, because a server may repeat them in errors. */
export function rememberSecrets(fields: Fields, values: Values): void {
  for (const [name, value] of Object.entries(values)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field?.options.secret && typeof value === "string") remember(value);
    for (const text of field === undefined ? [] : hiddenTexts(field.type, value)) remember(text);
    if (field?.type.kind === "message" && isValues(value)) rememberSecrets(field.type.fields, value);
  }
}
