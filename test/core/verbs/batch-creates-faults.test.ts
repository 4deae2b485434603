import assert from "node:assert/strict";
import type { Values } from "../../../src/description/spec/values";
import type { FaultAction } from "../../../src/emulator";
import { seededRandom } from "../../../src/emulator/faults/seeded-random";
import { answer, reset } from "../../support/local-faults";
import { LocalPlatform, placed } from "../../support/local-platform";
import { creating } from "../../support/local-verbs";
import { identity, role, roleBinding } from "../../support/resources";

/** What goes wrong with every other request; the refusals are lies where they come after the deed. */
const actions: readonly FaultAction[] = [
  reset,
  { kind: "late", ms: 500 },
  { kind: "truncate", bytes: 40 },
  { kind: "status", code: "UNAVAILABLE" },
  { kind: "status", code: "INTERNAL" },
  { kind: "status", code: "ALREADY_EXISTS" },
  { kind: "status", code: "INVALID_ARGUMENT" },
  answer('{"roleBindings":[{}]}'),
];
const identities = Array.from({ length: 30 }, (_, i) => `org/i${i}`);

/** Creates bindings, 15 at once; answers for each its uid or its error. */
async function run(platform: LocalPlatform, wanted: readonly string[]): Promise<Map<string, string | Error>> {
  const context = platform.run();
  const results = new Map<string, string | Error>();
  const rest = wanted.values();
  const work = async () => {
    for (const identityUid of rest) {
      const made = await creating(context, roleBinding, { parentUid: "org", identityUid, roleUid: "org/sees" });
      results.set(identityUid, made instanceof Error ? made : made.uid);
    }
  };
  await Promise.all(Array.from({ length: 15 }, work));
  return results;
}

describe("role bindings that are created together on a platform that fails (row 129)", () => {
  for (const seed of [1, 2])
    for (const when of ["before", "after"] as const)
      it(`are never lost, duplicated or mixed up without a message, with faults ${when} the request takes effect, seed ${seed}`, async () => {
        const random = seededRandom(seed);
        const platform = new LocalPlatform([
          placed(role, "org/sees", { name: "sees", capabilities: ["CAP_REPO_LIST"] }),
          ...identities.map((uid) =>
            placed(identity, uid, { name: "bot", servicePrincipal: "SERVICE_PRINCIPAL_SKILLS" }),
          ),
        ]);
        const bindingsOf = (identityUid: string) =>
          platform.emulator
            .list(roleBinding.type)
            .flatMap((one) => ((one.identity as Values | undefined)?.uid === identityUid ? [String(one.uid)] : []));
        const faults = Array.from({ length: 6 }, () => {
          const action = actions[Math.floor(random() * actions.length)] ?? reset;
          return platform.fault({ method: "POST", path: /roleBindings/, chance: 0.4, times: 2, seed, when, action });
        });
        const results = await run(platform, identities);
        for (const fault of faults) fault.remove();
        await platform.sleep(1_000);
        assert.ok(faults.some(({ hits }) => hits > 0));
        for (const [identityUid, result] of results) {
          const found = bindingsOf(identityUid);
          if (typeof result === "string") assert.deepEqual(found, [result]);
          else if (found.length > 1)
            assert.ok(
              found.some((uid) => result.message.includes(uid)),
              result.message,
            );
        }
        // What is there without being recorded is named by the next run, and the rest is made.
        const failed = identities.filter((identityUid) => typeof results.get(identityUid) !== "string");
        for (const [identityUid, result] of await run(platform, failed)) {
          const found = bindingsOf(identityUid);
          const text = typeof result === "string" ? result : result.message;
          assert.ok(found.length > 0 && found.every((uid) => text.includes(uid)), `${text} ${found}`);
        }
      });
});
