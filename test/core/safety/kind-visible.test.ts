import assert from "node:assert/strict";
import { readSight } from "../../../src/client/visibility/read-sight";
import type { groupInvite } from "../../../src/description/resources/group-invite";
import type { StartObject } from "../../../src/emulator";
import { LocalPlatform, placed } from "../../support/local-platform";
import { verbsIn } from "../../support/local-verbs";
import { sightOf } from "../../support/platform";
import { group, identity, role, roleBinding, subscription } from "../../support/resources";

/** Groups `acme` and `acme/a`; `bot` sees groups in all of them, and what its further roles let it see. */
const objects: readonly StartObject[] = [
  placed(group, "org/a", { name: "a" }),
  placed(identity, "org/bot", { name: "bot", servicePrincipal: "SERVICE_PRINCIPAL_SKILLS" }),
  placed(role, "org/groups", { name: "groups", capabilities: ["CAP_IAM_GROUPS_LIST", "CAP_IAM_ROLE_BINDINGS_DELETE"] }),
  placed(role, "org/bindings", {
    name: "bindings",
    capabilities: ["CAP_IAM_ROLE_BINDINGS_LIST", "CAP_IAM_ROLES_LIST"],
  }),
  placed(role, "org/sinks", { name: "sinks", capabilities: ["CAP_EVENTS_SUBSCRIPTION_LIST"] }),
  binding("org/sees-groups", "org/groups"),
];

function binding(uid: string, roleUid: string, identityUid = "org/bot"): StartObject {
  return placed(roleBinding, uid, { identityUid, roleUid });
}

const grant = { parentUid: "org/a", identityUid: "org/bot", roleUid: "viewer" };
const sink = { parentUid: "org/a", sink: "https://sink.example.com" };

/** A run of `bot`, whose token belongs to a caller as far as anybody knows, on a platform that hides what it may not see. */
async function runAs(caller: string | undefined, more: readonly StartObject[]) {
  const platform = new LocalPlatform([...objects, ...more], { forbidden: "hidden" });
  return { platform, run: platform.run({ sight: sightOf(caller) }, await platform.tokenOf("org/bot")) };
}

/** Reads an object that is recorded in such a run. */
async function readingAs(
  spec: typeof roleBinding | typeof subscription | typeof groupInvite,
  recorded: Record<string, string>,
  { more = [], caller }: { more?: readonly StartObject[]; caller?: string },
) {
  const { run } = await runAs(caller, more);
  return verbsIn(run, spec as never)
    .read("org/a/1", recorded)
    .catch((error: Error) => error);
}

const refused = (result: unknown): string => {
  assert.ok(result instanceof Error, `it was believed to be gone: ${JSON.stringify(result)}`);
  return result.message;
};

describe("an object of a kind that the token may not see (row 147)", () => {
  const hidden = binding("org/a/1", "viewer");

  for (const caller of ["org/bot", undefined]) {
    const whose = caller === undefined ? "nobody knows whose token it is" : "its identity is known";
    it(`does not count as deleted if the platform hides it, where ${whose}`, async () => {
      const said = refused(await readingAs(roleBinding, grant, { more: [hidden], ...(caller && { caller }) }));
      assert.match(said, /nothing proves that this token sees RoleBinding objects in the group org\/a: /);
      assert.match(said, /may still exist[\s\S]*Nothing was removed from the state\.\n- .*pulumi state delete/);
      assert.match(
        said,
        caller === undefined ? /set PLATFORM_IDENTITY/ : /CAP_IAM_ROLE_BINDINGS_LIST here can be seen/,
      );
    });
  }

  it("does not count as deleted if a binding gives the capability in another group only", async () => {
    const beside = [placed(group, "org/b", { name: "b" }), binding("org/b/own", "org/bindings")];
    refused(await readingAs(roleBinding, grant, { more: [hidden, ...beside], caller: "org/bot" }));
    refused(await readingAs(roleBinding, grant, { more: [hidden, ...beside] }));
  });

  it("does not count as deleted for a token that is limited to other capabilities", async () => {
    const more = [binding("org/own", "org/bindings")];
    const platform = new LocalPlatform([...objects, ...more], { forbidden: "hidden" });
    const limited = { uid: "org/bot", scopes: [], capabilities: ["groups.list"] };
    const run = platform.run({ sight: (client) => readSight(client, limited) });
    // The administrator's token sees bindings: only the limit makes the difference.
    platform.remove("org/sees-groups");
    const result = await verbsIn(run, subscription)
      .read("org/a/1", sink)
      .catch((error: Error) => error);
    assert.match(refused(result), /limited to scopes or capabilities without CAP_EVENTS_SUBSCRIPTION_LIST/);
  });
});

describe("an object that was deleted outside of Pulumi (row 148)", () => {
  const gone = async (...given: Parameters<typeof readingAs>) => assert.equal(await readingAs(...given), undefined);

  it("counts as deleted for an identity whose role bindings show the kind, with a few more requests", async () => {
    await gone(roleBinding, grant, { more: [binding("org/own", "org/bindings")], caller: "org/bot" });
    await gone(subscription, sink, {
      more: [binding("org/own", "org/bindings"), binding("org/a/own", "org/sinks")],
      caller: "org/bot",
    });
  });

  it("counts as deleted for an unknown token if a list shows another object of the kind in the group or above", async () => {
    await gone(roleBinding, grant, { more: [binding("org/own", "org/bindings")] });
    const other = placed(subscription, "org/a/2", { sink: "https://other.example.com" });
    await gone(subscription, sink, { more: [binding("org/a/own", "org/sinks"), other] });
    const above = placed(subscription, "org/2", { sink: "https://other.example.com" });
    await gone(subscription, sink, { more: [binding("org/own", "org/sinks"), above] });
    // One that lies deeper, or beside, proves nothing.
    const deeper = [
      placed(group, "org/a/b", { name: "b" }),
      placed(subscription, "org/a/b/2", { sink: "https://o.example.com" }),
    ];
    refused(await readingAs(subscription, sink, { more: [binding("org/a/b/own", "org/sinks"), ...deeper] }));
  });
});

describe("a run that deletes the grant of its own token (row 149)", () => {
  it("does not believe another delete that the platform confirms because it hides the object", async () => {
    const all = ["LIST", "DELETE"].map((verb) => `CAP_IAM_ROLE_BINDINGS_${verb}`);
    const more = [
      placed(role, "org/sees", { name: "sees", capabilities: ["CAP_IAM_GROUPS_LIST"] }),
      placed(role, "org/all", { name: "all", capabilities: [...all, "CAP_IAM_ROLES_LIST"] }),
      binding("org/still", "org/sees"),
      binding("org/own", "org/all"),
      binding("org/a/1", "viewer"),
    ];
    for (const caller of ["org/bot", undefined]) {
      const { platform, run } = await runAs(caller, [...more]);
      const held = platform.fault({ method: "DELETE", path: /\/org\/a\/1$/, action: { kind: "hold" } });
      const bindings = verbsIn(run, roleBinding);
      const deleted = bindings.delete("org/a/1", grant);
      await Promise.race([held.reached, deleted]);
      for (const [own, roleUid] of [
        ["org/sees-groups", "org/groups"],
        ["org/own", "org/all"],
      ] as const)
        await bindings.delete(own, { ...grant, parentUid: "org", roleUid }).catch(() => undefined);
      held.release();
      await assert.rejects(deleted, /may still exist/);
      assert.ok(platform.get("org/a/1"));
    }
  });
});

describe("a token whose role binding is revoked during a run", () => {
  const mine = binding("org/a/own", "org/sinks");
  const readers = [binding("org/own", "org/bindings"), mine];
  const second = { parentUid: "org/a", sink: "https://second.example.com" };

  for (const caller of ["org/bot", undefined]) {
    const whose = caller === undefined ? "nobody knows whose token it is" : "its identity is known";
    it(`does not trust earlier reads, where ${whose} (row 202)`, async () => {
      const kept = [placed(subscription, "org/a/1", sink), placed(subscription, "org/a/2", second)];
      const { platform, run } = await runAs(caller, [...readers, ...kept]);
      const subscriptions = verbsIn(run, subscription);
      // It reads an object that it sees, or its role bindings for a deleted one.
      if (caller === undefined) assert.ok(await subscriptions.read("org/a/2", second));
      else assert.equal(await subscriptions.read("org/a/3", sink), undefined);
      platform.remove("org/a/own");
      refused(await subscriptions.read("org/a/1", sink).catch((error: Error) => error));
      assert.ok(platform.get("org/a/1"));
    });
  }

  it("reads its role bindings once for all objects that are missing at the same moment (row 203)", async () => {
    const { platform, run } = await runAs("org/bot", [...readers]);
    const uids = Array.from({ length: 50 }, (_, i) => `org/a/${i + 10}`);
    const read = await Promise.all(uids.map((uid) => verbsIn(run, subscription).read(uid, sink)));
    assert.ok(read.every((one) => one === undefined));
    const own = platform.requests.filter(({ query }) => query.includes("identity="));
    assert.ok(own.length >= 1 && own.length <= 3, `${own.length} reads of role bindings`);
  });
});
