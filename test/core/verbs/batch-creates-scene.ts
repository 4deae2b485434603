import assert from "node:assert/strict";
import { forOperation } from "../../../src/core/context";
import type { Values } from "../../../src/description/spec/values";
import { LocalPlatform, placed } from "../../support/local-platform";
import { creating, madeBy } from "../../support/local-verbs";
import { group, identity, roleBinding } from "../../support/resources";

export const BATCH = /roleBindings:batchCreate$/;

/** A run with so many identities that get a role in one group. */
export function scene(count: number) {
  const identities = Array.from({ length: count }, (_, i) => `org/i${i}`);
  const platform = new LocalPlatform([
    placed(group, "org/team", { name: "team" }),
    ...identities.map((uid) => placed(identity, uid, { name: "bot", servicePrincipal: "SERVICE_PRINCIPAL_SKILLS" })),
  ]);
  const context = platform.run();
  const bindings = () =>
    platform.emulator.list(roleBinding.type).filter(({ uid }) => String(uid).startsWith("org/team/"));
  const create = (identityUid: string, more: Values = {}, limitMs?: number) =>
    creating(forOperation(context, { limitMs }), roleBinding, {
      parentUid: "org/team",
      identityUid,
      roleUid: "viewer",
      ...more,
    });
  return {
    platform,
    context,
    identities,
    create,
    bindings,
    /** Creates the bindings of some identities at once, each of which must be recorded as the one that there is. */
    createAll: async (from = 0, to = count) => {
      const wanted = identities.slice(from, to);
      const made = await Promise.all(wanted.map((uid) => create(uid)));
      const uidsOf = (uid: string) =>
        bindings().flatMap((one) => ((one.identity as Values).uid === uid ? [one.uid] : []));
      assert.deepEqual(
        made.map((one) => [madeBy(one).uid]),
        wanted.map(uidsOf),
      );
    },
    /** How many bindings each request was to create since the last question; one that goes alone counts as 1. */
    sizes: () => {
      const sent = platform
        .writes()
        .map(([, body]) => ((body as Values).requests as unknown[] | undefined)?.length ?? 1);
      platform.requests.length = 0;
      return sent;
    },
    /** How many bindings were looked for after the response. */
    lost: () => platform.printed.filter((text) => text.includes("so the program uses it")).length,
  };
}
