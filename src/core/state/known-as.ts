import { quoted } from "../../client/api/shown";
import type { ResourceSpec } from "../../description/spec/resource";
import type { Values } from "../../description/spec/values";
import { valueAt } from "./paths";

/** What a person calls an object, safe to show: its name, or `of "legacy-jenkins" as "auditor" in "staging"`. Undefined if not known. */
export function knownAs({ knownBy = [["", "name"]] }: ResourceSpec, seen: Values): string | undefined {
  const parts = knownBy.flatMap(([word, field]) => {
    const text = valueAt(seen, field.split("."));
    return typeof text === "string" && text !== "" ? [[word, quoted(text)].filter(Boolean).join(" ")] : [];
  });
  return parts.length < knownBy.length ? undefined : parts.join(" ");
}
