import assert from "node:assert/strict";
import type { HttpRequest } from "../../../../src/api/transport";
import { Handle } from "../../../../src/core/handle";
import { verbsOf } from "../../../../src/core/verbs/verbs-of";
import { Ownership } from "../../../../src/hosts/shared/ownership";
import { accountAssociation } from "../../../../src/resources/account-association";
import { group } from "../../../../src/resources/group";
import type { Values } from "../../../../src/spec/values";
import { listed, missingResource, object, scriptedContext } from "../../../support/lifecycle";
import type { Scripted } from "../../../support/scripted";

const uid = "org/a";
const inputs = { parentUid: "org", name: "team" };
const outputs = { ...inputs, createTime: "2026-01-01T00:00:00Z" };

/** A resource of the program by the hash of its URN. */
const resource = (urn = "team") => ({ spec: group, urn });

/** Deletes an object of a run and answers what was sent. */
async function removing(prepare: (ownership: Ownership) => void, recorded: Values = outputs) {
  const answer = ({ method, path: { text } }: HttpRequest): Scripted => {
    if (method === "DELETE") return object({});
    if (text === `/iam/v2/groups/${uid}`) return missingResource(uid);
    return text === "/iam/v2/groups/org" ? object({ uid: "org" }) : listed(text.slice(text.lastIndexOf("/") + 1));
  };
  const script = scriptedContext(Array(40).fill(answer));
  prepare(script.context.holders);
  await verbsOf(group).delete(new Handle(script.context, group, uid), recorded);
  return { sent: script.lines().filter((line) => line.startsWith("DELETE")), printed: script.printed.join() };
}

describe("an object of a planned adoption (row 90)", () => {
  const adopting = { ...inputs, adoptUid: uid };
  const missed: [why: string, prepare: (ownership: Ownership) => void][] = [
    ["failed", (ownership) => ownership.noteFailure(resource())],
    ["did not happen because something else failed", (ownership) => ownership.noteFailure(resource("another"))],
  ];
  for (const [why, prepare] of missed) {
    it(`stays in the state with its former entry when the adoption ${why}`, async () => {
      const { context, lines } = scriptedContext([]);
      context.holders.noteCheck(resource(), adopting, false);
      prepare(context.holders);
      await assert.rejects(
        verbsOf(group).delete(new Handle(context, group, uid), outputs),
        /was not deleted, because another resource of this program was about to adopt it, but its create failed\. The object stays in the state/,
      );
      assert.deepEqual(lines(), []);
    });
  }

  const wrong: [what: string, prepare: (ownership: Ownership) => void][] = [
    ["import", (ownership) => ownership.noteImportFailure({ ...resource(), uid: "org/wrong" })],
    [
      "adoption",
      (ownership) => {
        ownership.noteCheck(resource(), { ...inputs, name: "renamed", adoptUid: "org/wrong" }, false);
        ownership.noteFailure(resource());
      },
    ],
  ];
  for (const [what, prepare] of wrong) {
    it(`stays in the state when the ${what} of an object of its kind failed, because its uid may be wrong`, async () => {
      const { context, lines } = scriptedContext([]);
      context.holders.noteCheck(resource("any"), { ...inputs, name: "any" }, false);
      prepare(context.holders);
      await assert.rejects(
        verbsOf(group).delete(new Handle(context, group, uid), outputs),
        /was not deleted, because another resource of this program could not read or adopt an object of this kind/,
      );
      assert.deepEqual(lines(), []);
      const other = { spec: accountAssociation, uid };
      assert.equal(context.holders.whyKept(other, {}), undefined);
    });
  }

  it("stays in the state when its replacement lacks an input, so that only the create would be skipped", async () => {
    const { context, lines } = scriptedContext([]);
    // It is recorded, and its diff replaces nothing.
    context.holders.noteCheck(resource(), inputs, true);
    context.holders.noteDiff({ ...resource(), uid }, "kept");
    assert.equal(context.holders.noteCheck({ ...resource(), isIncomplete: true }, { name: "team" }, false), undefined);
    await assert.rejects(
      verbsOf(group).delete(new Handle(context, group, uid), outputs),
      /was not deleted, because the resource that replaces it lacks an input, for example because another resource failed\./,
    );
    assert.deepEqual(lines(), []);
  });

  it("has the place of no resource that lacks an input", () => {
    const ownership = new Ownership();
    for (const urn of ["one", "two"]) {
      assert.equal(ownership.noteCheck({ ...resource(urn), isIncomplete: true }, { name: "team" }, false), undefined);
    }
  });

  it("is deleted when its own resource is replaced (--replace)", async () => {
    const { sent } = await removing((ownership) => {
      ownership.noteCheck(resource(), adopting, false);
    });
    assert.equal(sent.length, 1);
  });
});
