import assert from "node:assert/strict";
import { forOperation } from "../../src/core/context";
import { Kind } from "../../src/core/handle";
import { verbsOf } from "../../src/core/verbs/verbs-of";
import { type Emulator, type FaultAction, startEmulator } from "../../src/emulator";
import { seededRandom } from "../../src/emulator/faults/seeded-random";
import { resources } from "../../src/resources";
import { roleBinding } from "../../src/resources/role-binding";
import { createContext } from "../support/context";
import { clientOf } from "../support/platform";

/** What goes wrong with every other request; the refusals are lies where they come after the deed. */
const actions: readonly FaultAction[] = [
  { kind: "reset" },
  { kind: "late", ms: 5 },
  { kind: "truncate", bytes: 40 },
  { kind: "status", code: "UNAVAILABLE" },
  { kind: "status", code: "INTERNAL" },
  { kind: "status", code: "ALREADY_EXISTS" },
  { kind: "status", code: "INVALID_ARGUMENT" },
  { kind: "body", status: 200, body: '{"roleBindings":[{}]}' },
];

describe("role bindings that are created together on a platform that fails (row 129)", () => {
  let emulator: Emulator;
  before(async () => {
    emulator = await startEmulator();
  });
  after(() => emulator.close());

  /** Creates 30 bindings, 15 at once; answers for each its uid or its error, and what there is of it on the platform. */
  const run = async (identities: readonly string[], roleUid: string) => {
    const parentUid = emulator.organization.uid;
    // Waits are short, so that a late commit may come before a look or after it.
    const context = createContext(clientOf(emulator), resources, {
      sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms / 100)),
      print: () => undefined,
    });
    const results = new Map<string, string | Error>();
    const rest = identities.values();
    const work = async () => {
      for (const identityUid of rest) {
        const inputs = { parentUid, identityUid, roleUid };
        const result = verbsOf(roleBinding).create(new Kind(forOperation(context), roleBinding), inputs);
        results.set(identityUid, await result.then(({ uid }) => uid).catch((error: Error) => error));
      }
    };
    await Promise.all(Array.from({ length: 15 }, work));
    return results;
  };

  for (const seed of [1, 2]) {
    for (const when of ["before", "after"] as const) {
      it(`are never lost, duplicated or mixed up without a message, with faults ${when} the request takes effect, seed ${seed}`, async () => {
        const random = seededRandom(seed);
        const put = (type: string, body: Record<string, unknown>) =>
          String(emulator.put(type, emulator.organization.uid, body).uid);
        const roleUid = put("iam:Role", { name: "sees", capabilities: ["CAP_REPO_LIST"] });
        const identities = Array.from({ length: 30 }, () =>
          put("iam:Identity", { name: "bot", servicePrincipal: "SERVICE_PRINCIPAL_SKILLS" }),
        );
        const bindingsOf = (identityUid: string) =>
          emulator
            .list("iam:RoleBinding")
            .filter(({ identity, role }) =>
              [identity, role].every((half, i) => (half as { uid: string }).uid === [identityUid, roleUid][i]),
            )
            .map(({ uid }) => String(uid));
        const faults = Array.from({ length: 6 }, () => {
          const action = actions[Math.floor(random() * actions.length)] ?? { kind: "reset" };
          return emulator.fault({ method: "POST", path: /roleBindings/, chance: 0.4, times: 2, seed, when, action });
        });
        const results = await run(identities, roleUid);
        for (const fault of faults) fault.remove();
        await new Promise((resolve) => setTimeout(resolve, 50));
        assert.ok(faults.some(({ hits }) => hits > 0));
        for (const [identity, result] of results) {
          const found = bindingsOf(identity);
          if (typeof result === "string") assert.deepEqual(found, [result]);
          else if (found.length > 1)
            assert.ok(
              found.some((uid) => result.message.includes(uid)),
              result.message,
            );
        }
        // What is there without being recorded is named by the next run, and the rest is made.
        const failed = identities.filter((identity) => typeof results.get(identity) !== "string");
        for (const [identity, result] of await run(failed, roleUid)) {
          const found = bindingsOf(identity);
          const text = typeof result === "string" ? result : result.message;
          assert.ok(found.length > 0 && found.every((uid) => text.includes(uid)), `${text} ${found}`);
        }
      });
    }
  }
});
