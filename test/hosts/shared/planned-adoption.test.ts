import assert from "node:assert/strict";
import { accountAssociation } from "../../../src/description/resources/account-association";
import { group } from "../../../src/description/resources/group";
import { groupInvite } from "../../../src/description/resources/group-invite";
import { Ownership } from "../../../src/hosts/shared/ownership";
import { LocalPlatform } from "../../support/local-platform";
import { creating, madeBy } from "../../support/local-verbs";
import { inputs, outputs, removing, resource, seen, there, uid } from "./owned";

describe("adoptUid in a replacement (row 92)", () => {
  const adopting = { ...inputs, adoptUid: uid };
  /** A run in which the object is deleted already, as a replacement does. */
  const run = (isThere = false) => {
    const platform = new LocalPlatform(isThere ? [there] : []);
    const context = platform.run();
    const requests = () => platform.requests.map(({ method, path }) => `${method} ${path}`);
    const create = (urn: string) => creating(context, group, adopting, urn);
    return { platform, holders: context.holders, requests, create };
  };

  const replacing: [why: string, prepare: (ownership: Ownership) => void][] = [
    ["of the object that it names", (ownership) => seen(ownership, "replacing", adopting)],
    [
      "of the object that came after the one that it names",
      (ownership) => {
        ownership.noteCheck(resource(), adopting, true);
        ownership.noteDiff({ ...resource(), uid: "org/second" }, "replacing");
      },
    ],
    [
      "that an earlier run has started",
      (ownership) => {
        seen(ownership, "kept", adopting);
        assert.equal(ownership.noteCheck(resource(), adopting, false), undefined);
      },
    ],
    [
      "of another that it goes along with, whose uid is not known yet",
      (ownership) => {
        assert.equal(ownership.noteDiff({ ...resource(), uid }, "replacing"), false);
        ownership.noteDelete({ spec: group, uid }, { ...outputs, parentUid: "org/former" });
        assert.equal(ownership.noteCheck(resource(), adopting, false), undefined);
      },
    ],
    [
      "that only the engine knows of, after its delete",
      (ownership) => ownership.noteDelete({ spec: group, uid }, outputs),
    ],
    [
      "that only the engine knows of, when the one that it names is long gone",
      (ownership) => ownership.noteDelete({ spec: group, uid: "org/second" }, outputs),
    ],
  ];
  for (const [why, prepare] of replacing)
    it(`has no effect ${why}`, async () => {
      const { platform, holders, requests, create } = run();
      prepare(holders);
      assert.deepEqual([madeBy(await create("team")).uid], platform.uids(group));
      assert.deepEqual(requests(), ["GET /iam/v2/groups", "POST /iam/v2/groups/org"]);
    });

  it("is refused to another resource than the replaced one, and nothing is created", async () => {
    const { holders, requests, create } = run();
    seen(holders, "replacing", { ...adopting, name: "elsewhere" });
    assert.match(String(await create("another")), /another resource of this program manages/);
    assert.deepEqual(requests(), []);
    const refusal = holders.noteCheck(resource("another"), adopting, false) ?? "";
    assert.match(refusal, /another resource of this program manages/);
  });

  it("has its usual effect when nothing of the kind is replaced", async () => {
    const { holders, requests, create } = run(true);
    holders.noteDelete({ spec: group, uid: "org/other" }, { ...outputs, name: "other" });
    holders.noteDelete({ spec: accountAssociation, uid }, {});
    assert.equal(madeBy(await create("team")).uid, uid);
    assert.deepEqual(requests(), ["GET /iam/v2/groups/org/a"]);
  });
});

describe("an object of a planned adoption (row 90)", () => {
  const adopting = { ...inputs, adoptUid: uid };
  const AWAITED =
    /because another resource of this program was about to adopt it, but was not created\. The object stays/;
  const UNDECLARED = /because something else failed\. What failed or was skipped may still need it/;
  const kept: [why: string, reason: RegExp, prepare: (ownership: Ownership) => void][] = [
    [
      "the adoption failed, or did not happen because something else failed",
      AWAITED,
      (ownership) => {
        ownership.noteCheck(resource(), adopting, false);
        ownership.noteFailure();
      },
    ],
    ["its import failed", AWAITED, (ownership) => ownership.noteImport({ spec: group, uid })],
    [
      "the import of an object of its kind failed, because its uid may be wrong",
      UNDECLARED,
      (ownership) => {
        ownership.noteCheck(resource("any"), { ...inputs, name: "any" }, false);
        ownership.noteImport({ spec: group, uid: "org/wrong" });
        ownership.noteFailure();
      },
    ],
    [
      "something else failed, because the program may declare its resource after that",
      UNDECLARED,
      (ownership) => {
        ownership.noteCheck(resource("any"), { ...inputs, name: "any" }, false);
        ownership.noteFailure();
      },
    ],
    [
      "its replacement lacks an input, so that only the create would be skipped",
      UNDECLARED,
      (ownership) => {
        // It is recorded, and its diff replaces nothing.
        seen(ownership, "kept");
        const incomplete = { ...resource(), isIncomplete: true };
        assert.equal(ownership.noteCheck(incomplete, { name: "team" }, false), undefined);
      },
    ],
    [
      "its forced replacement, which calls no diff, lacks an input",
      UNDECLARED,
      (ownership) => {
        ownership.noteCheck({ ...resource(), isIncomplete: true }, { parentUid: "org", name: "" }, false);
      },
    ],
    [
      "its replacement was created first, because what was skipped may still need it",
      UNDECLARED,
      (ownership) => {
        seen(ownership, "replacing");
        ownership.noteCheck(resource(), inputs, false);
        ownership.noteCreateBegun(resource());
        ownership.noteFailure();
      },
    ],
    [
      "a trigger replaced another object in its place, and the create of that failed",
      UNDECLARED,
      (ownership) => {
        ownership.noteCheck({ ...resource("another"), recorded: inputs }, { ...inputs, name: "new" }, true);
        ownership.noteCheck(resource("another"), { ...inputs, name: "new" }, false);
        ownership.noteCreateBegun(resource("another"));
        ownership.noteFailure();
      },
    ],
    [
      "it was renamed, and another input than its parent and key is missing",
      /with the same parentUid and name was not created\.[\s\S]*add aliases/,
      (ownership) => {
        ownership.noteCheck({ ...resource("renamed"), isIncomplete: true }, inputs, false);
      },
    ],
  ];
  for (const [why, reason, prepare] of kept)
    it(`stays in the state with its former entry when ${why}`, async () => {
      const { result, sent } = await removing(prepare);
      assert.match(String(result), /was not deleted, /);
      assert.match(String(result), reason);
      assert.deepEqual(sent, []);
    });

  it("has the place of no resource that lacks an input", () => {
    const ownership = new Ownership();
    for (const urn of ["one", "two"])
      assert.equal(ownership.noteCheck({ ...resource(urn), isIncomplete: true }, { name: "team" }, false), undefined);
  });

  it("is deleted as half of a replacement beside another resource that lacks an input", async () => {
    const { sent } = await removing((ownership) => {
      seen(ownership, "replacing");
      ownership.noteCheck(resource(), inputs, false);
      ownership.noteCheck({ ...resource("another"), isIncomplete: true }, { parentUid: "org/elsewhere" }, false);
    });
    assert.equal(sent.length, 1);
  });

  it("is deleted after a failure, when its replacement is not created yet", async () => {
    const { sent } = await removing((ownership) => {
      seen(ownership, "replacing");
      ownership.noteCheck(resource(), inputs, false);
      ownership.noteFailure();
    });
    assert.equal(sent.length, 1);
  });

  it("is deleted when its own resource is replaced (--replace)", async () => {
    const { sent } = await removing((ownership) => {
      ownership.noteCheck(resource(), adopting, false);
    });
    assert.equal(sent.length, 1);
  });

  it("is deleted for such a replacement after a failure too, if the host knows its resource and has not tried the create", async () => {
    const removed = (isTried: boolean) =>
      removing((ownership) => {
        ownership.noteCheck(resource(), inputs, false);
        ownership.noteFailure();
        if (isTried) ownership.noteCreateBegun(resource());
      }, resource().urn);
    assert.equal((await removed(false)).sent.length, 1);
    assert.match(String((await removed(true)).result), /was not deleted/);
  });

  it("stays after a failure, although another of a kind without a key is replaced in the same group", () => {
    const ownership = new Ownership();
    const replaced = { spec: groupInvite, urn: "one", recorded: inputs };
    for (const isRecorded of [true, false]) ownership.noteCheck(replaced, inputs, isRecorded);
    ownership.noteFailure();
    const other = { spec: groupInvite, uid: "org/two", urn: undefined };
    assert.deepEqual(ownership.whyKept(other, inputs), { why: "something failed" });
  });
});
