import { group } from "../../../src/description/resources/group";
import type { Values } from "../../../src/description/spec/values";
import type { Ownership } from "../../../src/hosts/shared/ownership";
import { LocalPlatform, placed } from "../../support/local-platform";
import { verbsIn } from "../../support/local-verbs";

export const uid = "org/a";
export const inputs = { parentUid: "org", name: "team" };
export const outputs = { ...inputs, createTime: "2026-01-01T00:00:00Z" };

/** A resource of the program by the hash of its URN. */
export const resource = (urn = "team") => ({ spec: group, urn });

/** What the engine does with a resource of the program that is in the state: it checks and then diffs it. */
export function seen(
  ownership: Ownership,
  verdict: "kept" | "replacing",
  desired: Values = inputs,
  urn?: string,
): boolean {
  ownership.noteCheck(resource(urn), desired, true);
  return ownership.noteDiff({ ...resource(urn), uid }, verdict);
}

export const there = placed(group, uid, { name: "team", createTime: outputs.createTime });

/**
 * Deletes an object of a run; answers what was sent.
 *
 * @param urn of its resource, which only the plugin knows
 */
export async function removing(prepare: (ownership: Ownership) => void, urn?: string) {
  const platform = new LocalPlatform([there]);
  const context = platform.run();
  prepare(context.holders);
  const result = await verbsIn(urn === undefined ? context : { ...context, urn }, group)
    .delete(uid, outputs)
    .catch((error: Error) => error);
  const sent = platform.writes().map(([request]) => request);
  return { result, sent, printed: platform.printed.join(), holders: context.holders };
}
