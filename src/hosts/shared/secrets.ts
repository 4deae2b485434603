import { remember } from "../../api/secret";
import { plain } from "../../spec/plain";
import type { ResourceSpec } from "../../spec/resource";
import { hiddenTexts } from "../../spec/shown";
import type { Fields } from "../../spec/types";
import { isValues, type Values } from "../../spec/values";

/** What a host needs to know of a type. */
export type ServedType = Pick<ResourceSpec, "type" | "fields">;

/** Marks a secret in the engine's protocol, beside its `value`. */
export const SECRET = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270" } as const;

/** A deep copy with values that the engine's protobuf supports, and secrets marked for encryption. */
export function forEngine(spec: ServedType, values: Values): Record<string, unknown> {
  rememberSecrets(spec.fields, values);
  return markSecrets(spec.fields, plain(values));
}

function markSecrets(fields: Fields, values: Values): Record<string, unknown> {
  const entries = Object.entries(values).map(([name, value]): [string, unknown] => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field?.options.secret && value !== undefined) return [name, { ...SECRET, value }];
    return [name, field?.type.kind === "message" && isValues(value) ? markSecrets(field.type.fields, value) : value];
  });
  return Object.fromEntries(entries);
}

/** Remembers secret values for scrubbing, since a server may echo them in errors. */
export function rememberSecrets(fields: Fields, values: Values): void {
  for (const [name, value] of Object.entries(values)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field?.options.secret && typeof value === "string") remember(value);
    for (const text of field === undefined ? [] : hiddenTexts(field.type, value)) remember(text);
    if (field?.type.kind === "message" && isValues(value)) rememberSecrets(field.type.fields, value);
  }
}
