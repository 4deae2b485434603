import assert from "node:assert/strict";
import { answer, missing, reset, status } from "../../support/local-faults";
import { madeBy } from "../../support/local-verbs";
import { group, roleBinding } from "../../support/resources";

import { BATCH, scene } from "./batch-creates-scene";

describe("role bindings that are created together (row 129)", () => {
  it("share one request, which contains the body of each single create", async () => {
    const { createAll, platform } = scene(2);
    await createAll();
    const [[request, body] = [], ...others] = platform.writes();
    assert.deepEqual([request, others], ["POST /iam/v2/roleBindings:batchCreate", []]);
    const { requests, ...rest } = body as { parent: string; requests: { roleBinding: { identityUid: string } }[] };
    assert.deepEqual(rest, { parent: "org/team" });
    assert.deepEqual(
      requests.toSorted((a, b) => (a.roleBinding.identityUid < b.roleBinding.identityUid ? -1 : 1)),
      ["org/i0", "org/i1"].map((identityUid) => ({
        parent: "org/team",
        roleBinding: { identityUid, roleUid: "viewer" },
      })),
    );
  });

  it("are sent by themselves when there is only one, and under different parents", async () => {
    const { create, sizes, identities } = scene(2);
    const [a = "", b = ""] = identities;
    await Promise.all([create(a), create(b, { parentUid: "org" })]);
    assert.deepEqual(sizes(), [1, 1]);
  });

  it("are at most 25 in a request", async () => {
    const { createAll, sizes } = scene(61);
    await createAll(0, 1); // The others then share one look.
    await createAll(1);
    assert.deepEqual(sizes().sort(), [1, 10, 25, 25]);
  });

  type Made = { readonly uid: string };
  const answers: readonly (readonly [what: string, edit: (a: Made, b: Made) => unknown, lost: number])[] = [
    ["in another order", (a, b) => [b, a], 0],
    ["without one", (a) => [a], 1],
    ["without a list", () => undefined, 2],
    ["with other things", (_, b) => ["x", null, b], 1],
    ["without one key", (a, b) => [{ uid: a.uid }, b], 1],
    [
      "under other parents",
      (a, b) => [
        { ...a, uid: "other/rb" },
        { ...b, uid: "org/team/x/rb" },
      ],
      2,
    ],
    ["with two uids for one key", (a, b) => [a, { ...a, uid: "org/team/twin" }, b], 1],
    ["with one uid for two keys", (a, b) => [a, { ...b, uid: a.uid }], 2],
    ["about others", (a, b) => [a, b].map((one) => ({ ...one, identity: { uid: "org/x" } })), 2],
  ];
  for (const [what, edit, expected] of answers)
    it(`get their own objects from a response ${what}, or by a look, and then share no request any more`, async () => {
      const { platform, createAll, sizes, lost } = scene(4);
      platform.rewrite(BATCH, ({ roleBindings }) => ({ roleBindings: edit(...(roleBindings as [Made, Made])) }));
      await createAll(0, 2);
      assert.deepEqual([sizes(), lost()], [[2], expected]);
      await createAll(2);
      assert.deepEqual(sizes(), expected === 0 ? [2] : [1, 1]);
    });

  it("are looked for one by one when the response is lost, and the request is not repeated", async () => {
    for (const action of [reset, status("UNAVAILABLE"), status("INTERNAL"), answer("<html>")])
      for (const when of ["before", "after"] as const) {
        const { platform, createAll, sizes, lost } = scene(10);
        platform.fault({ path: BATCH, when, action });
        await createAll();
        const isDone = when === "after";
        assert.deepEqual([sizes(), lost()], isDone ? [[10], 10] : [[10, ...Array(10).fill(1)], 0]);
      }
  });

  it("are sent one by one after a refusal, and later ones share requests again", async () => {
    for (const code of [
      "NOT_FOUND",
      "INVALID_ARGUMENT",
      "PERMISSION_DENIED",
      "ALREADY_EXISTS",
      "FAILED_PRECONDITION",
    ] as const) {
      const { platform, createAll, sizes } = scene(4);
      platform.fault({ path: BATCH, action: code === "NOT_FOUND" ? missing : status(code) });
      await createAll(0, 2);
      await createAll(2);
      assert.deepEqual(sizes(), [2, 1, 1, 2], code);
    }
  });

  it("share no request on a platform without the call, which is tried once", async () => {
    for (const action of [
      { kind: "status", code: "UNIMPLEMENTED", message: "Method Not Allowed" } as const,
      answer('{"code":5,"message":"Not Found"}', 404),
      answer("<html>", 404),
      answer("Method Not Allowed", 405),
    ]) {
      const { platform, createAll, sizes } = scene(4);
      platform.fault({ path: BATCH, action });
      await createAll(0, 2);
      await createAll(2);
      assert.deepEqual(sizes(), [2, 1, 1, 1, 1]);
    }
  });

  it("leave another writer's binding alone, and name it if the platform refuses a second one", async () => {
    for (const isRefused of [true, false]) {
      const { platform, identities, create, bindings } = scene(10);
      let theirs = "";
      const put = () => {
        theirs = platform.put(roleBinding, "org/team", { identityUid: identities[0], roleUid: "viewer" });
      };
      // Those that are refused together look once more before they are sent alone.
      if (isRefused) platform.fault({ path: BATCH, action: status("ALREADY_EXISTS") });
      platform.whenAnswered(isRefused ? BATCH : /^GET .*roleBindings$/, put);
      const [first, ...others] = await Promise.all(identities.map((uid) => create(uid)));
      const made = bindings().map(({ uid }) => String(uid));
      if (isRefused) assert.match(String(first), new RegExp(`AlreadyThereError: .*${theirs}`));
      else assert.ok(first !== undefined && made.includes(madeBy(first).uid) && madeBy(first).uid !== theirs);
      const own = isRefused ? others : [first, ...others];
      assert.deepEqual([...own.map((one) => madeBy(one as never).uid), theirs].sort(), made.sort());
    }
  });

  it("are sent again together under a new group that the platform does not show yet", async () => {
    const { platform, context, createAll, sizes } = scene(10);
    context.journal.noteCreate({ spec: group, uid: "org/team" }, {}, {});
    platform.fault({ method: "POST", times: 11, action: status("PERMISSION_DENIED") });
    await createAll();
    assert.deepEqual(sizes(), [10, ...Array(10).fill(1), 10]);
  });
});
