import assert from "node:assert/strict";
import type { HttpRequest } from "../../../../src/api/transport";
import { Handle } from "../../../../src/lifecycle/run/handle";
import type { Ownership } from "../../../../src/lifecycle/run/ownership";
import { deleteObject } from "../../../../src/lifecycle/verbs/delete";
import { group } from "../../../../src/resources/group";
import { identity } from "../../../../src/resources/identity";
import { repo } from "../../../../src/resources/repo";
import { role } from "../../../../src/resources/role";
import { roleBinding } from "../../../../src/resources/role-binding";
import { subscription } from "../../../../src/resources/subscription";
import type { ResourceSpec } from "../../../../src/spec/resource";
import { UNKNOWN } from "../../../../src/spec/unknown";
import { parentOf } from "../../../../src/uid";
import { lineOf, listed, object, refusal, scriptedContext } from "../../../support/lifecycle";
import type { Scripted } from "../../../support/scripted";

const blocked = refusal("FAILED_PRECONDITION", "Precondition failed", [
  {
    kind: "PreconditionFailure",
    violations: [{ type: "RESOURCE_NOT_EMPTY", subject: "", description: "has child groups" }],
  },
]);

/** The answer about the group that an object is in. */
const itsGroup = (uid: string): Scripted => object({ uid: parentOf(uid) });

/** Deletes against a platform that refuses and then lists what `holds` says by plural. */
async function refused(
  spec: ResourceSpec,
  uid: string,
  name: string | undefined,
  holds: Record<string, Record<string, unknown>[]>,
  refusal = blocked,
) {
  const asked: string[] = [];
  const answer = (request: HttpRequest): Scripted => {
    asked.push(lineOf(request));
    const plural = request.path.text.split("/").at(-1) ?? "";
    return listed(plural, ...(holds[plural] ?? []));
  };
  const { context } = scriptedContext([itsGroup(uid), refusal, refusal, ...Array<typeof answer>(20).fill(answer)]);
  const resources = Object.fromEntries(
    [group, identity, role, roleBinding, repo, subscription].map((known) => [known.type, known]),
  );
  const error = await deleteObject(
    new Handle({ ...context, resources }, spec, uid),
    name === undefined ? {} : { name },
  ).catch((cause: unknown) => cause);
  assert.ok(error instanceof Error);
  return { name: error.name, lines: error.message.split("\n"), asked: asked.sort() };
}

describe("a blocked delete", () => {
  it("names kind, name and uid of everything inside, and the field that corrects the order", async () => {
    const { name, lines, asked } = await refused(group, "org/a", "team", {
      groups: [{ uid: "org/a/b", name: "inner" }],
      repos: [{ uid: "org/a/r", name: "app" }],
      roleBindings: [{ uid: "org/a/x", identity: { uid: "org/i" }, role: { uid: "viewer" } }],
      subscriptions: [{ uid: "org/a/s", sink: "https://s.example.com" }],
    });
    assert.equal(name, "DependentsRemainError");
    assert.deepEqual(lines, [
      'Group org/a cannot be deleted yet (RESOURCE_NOT_EMPTY: "has child groups"). Delete first:',
      '  - Group "inner" (org/a/b)',
      '  - RoleBinding identityUid "org/i", roleUid "viewer" (org/a/x)',
      '  - Repo "app" (org/a/r)',
      '  - Subscription sink "https://s.example.com" (org/a/s)',
      "What this stack holds of these is deleted in the right order when it refers to the Group (parentUid: group.id, or dependsOn: [group]), not to its uid as text. " +
        "Without such references, run the same command again (each run gets further), with --continue-on-error, or with a --parallel of at least the number of resources.",
      "What is not in this stack was made by someone else, or is held by another stack: delete it there, or destroy that stack first.",
    ]);
    assert.deepEqual(asked, [
      "GET /events/v2/subscriptions uidp.children_of=org/a",
      "GET /iam/v2/groups uidp.children_of=org/a",
      "GET /iam/v2/identities uidp.children_of=org/a",
      "GET /iam/v2/roleBindings uidp.children_of=org/a",
      "GET /iam/v2/roles uidp.children_of=org/a",
      "GET /registry/v2/repos uidp.children_of=org/a",
    ]);
  });

  it("shows text of other users on one line, quoted and cut (row 118)", async () => {
    const odd = 'a\n::error::b\r\u2028\u202e\u200b"c';
    const refusing = refusal("FAILED_PRECONDITION", "p", [
      {
        kind: "PreconditionFailure",
        violations: Array.from({ length: 40 }, (_, i) => ({
          type: i === 0 ? odd : `T${i}`,
          subject: odd,
          description: odd,
        })),
      },
    ]);
    const holds = {
      groups: [{ uid: "org/a/b", name: odd }],
      repos: [{ uid: "org/a/r", name: "long ".repeat(200_000) }],
    };
    const { lines } = await refused(group, "org/a", odd, holds, refusing);
    const shown = '"a ::error::b \'c"';
    const reasons = [shown, ...Array.from({ length: 9 }, (_, i) => `T${i + 1}`)].map((type) => `${type}: ${shown}`);
    assert.deepEqual(lines.slice(0, 3), [
      `Group org/a cannot be deleted yet (${reasons.join("; ")}; and 30 more). Delete first:`,
      `  - Group ${shown} (org/a/b)`,
      `  - Repo "${"long ".repeat(40).slice(0, -1)}…" (org/a/r)`,
    ]);
  });

  it("shows neither its own name nor more of a sink than the origin, because both may be secret (row 116)", async () => {
    const { lines } = await refused(group, "org/a", "canary-name", {
      subscriptions: [{ uid: "org/a/s", sink: "https://hooks.example.com/services/canary-sink?canary-sink" }],
    });
    assert.equal(lines[1], '  - Subscription sink "https://hooks.example.com" (org/a/s)');
    assert.doesNotMatch(lines.join(), /canary/);
  });

  it("names the bindings that refer to an identity or a role, and their field", async () => {
    const binding = { uid: "org/x", identity: { uid: "org/i" }, role: { uid: "org/r" } };
    const ofIdentity = await refused(identity, "org/i", "ci", { roleBindings: [binding] });
    assert.deepEqual(ofIdentity.asked, ["GET /iam/v2/roleBindings identity=org/i"]);
    assert.match(ofIdentity.lines[1] ?? "", /^ {2}- RoleBinding .* \(org\/x\)$/);
    assert.match(ofIdentity.lines[2] ?? "", /\(identityUid: identity\.id, or dependsOn: \[identity\]\)/);
    const ofRole = await refused(role, "org/r", "reader", { roleBindings: [binding] });
    assert.deepEqual(ofRole.asked, ["GET /iam/v2/roleBindings role=org/r"]);
    assert.match(ofRole.lines[2] ?? "", /\(roleUid: role\.id, or dependsOn: \[role\]\)/);
  });

  it("names a binding by who has what where, as the list tells it, in quotes and on one line", async () => {
    const binding = {
      uid: "org/b",
      identity: { uid: "org/i", name: "legacy-jenkins" },
      role: { uid: "org/r", name: "auditor" },
      group: { uid: "org", name: "staging" },
    };
    const odd = { ...binding, uid: "org/c", identity: { uid: "org/j", name: '\u202e"a\nb' } };
    const hidden = { ...binding, uid: "org/d", role: { uid: "org/r" } };
    const { lines } = await refused(role, "org/r", "auditor", { roleBindings: [binding, odd, hidden] });
    assert.deepEqual(lines.slice(1, 4), [
      '  - RoleBinding of "legacy-jenkins" as "auditor" in "staging" (org/b)',
      '  - RoleBinding of " \'a b" as "auditor" in "staging" (org/c)',
      '  - RoleBinding identityUid "org/i", roleUid "org/r" (org/d)',
    ]);
  });

  it("tells of a replacement only where the program has the resource still", async () => {
    const binding = { uid: "org/b", identity: { uid: "org/i" }, role: { uid: "org/r" } };
    const inputs = { parentUid: "org", name: "auditor" };
    const other = { parentUid: "org", name: "other" };
    const blockedAfter = async (prepare: (ownership: Ownership) => void) => {
      const { context } = scriptedContext([
        itsGroup("org/r"),
        ...Array(20).fill((request: HttpRequest) =>
          request.method === "DELETE" ? blocked : listed(request.path.text.split("/").at(-1) ?? "", binding),
        ),
      ]);
      prepare(context.ownership);
      const { message } = await deleteObject(new Handle(context, role, "org/r"), inputs).then(
        () => assert.fail("it was deleted"),
        (error: Error) => error,
      );
      assert.match(message, /Delete first:\n {2}- RoleBinding .*\(org\/b\)/);
      return /adoptUid/.test(message);
    };
    const object = { spec: role, uid: "org/r" };
    assert.equal(await blockedAfter((ownership) => ownership.noteCheck(role, other, false)), false);
    const known: Record<string, (ownership: Ownership) => void> = {
      "by its diff": (ownership) => {
        ownership.noteCheck(role, other, true);
        ownership.noteDiff(object, "replacing", other);
      },
      "along with another": (ownership) => {
        ownership.noteCheck(group, other, true);
        ownership.noteDiff(object, "replacing", { ...inputs, parentUid: UNKNOWN });
      },
      "as the engine alone knows": (ownership) => ownership.noteCheck(role, inputs, true),
    };
    for (const [how, prepare] of Object.entries(known)) assert.equal(await blockedAfter(prepare), true, how);
  });

  it("says when nothing visible blocks it", async () => {
    const { lines } = await refused(group, "org/a", undefined, {});
    assert.deepEqual(lines, [
      'Group org/a cannot be deleted: RESOURCE_NOT_EMPTY: "has child groups". Nothing that this token can see is inside it or refers to it any more: run the command again, or ask someone who sees more.',
    ]);
  });

  it("gives the server's message when that has no violations", async () => {
    const { lines } = await refused(roleBinding, "org/b", undefined, {}, refusal("FAILED_PRECONDITION", "in use"));
    assert.match(
      lines[0] ?? "",
      /^RoleBinding org\/b cannot be deleted: \[FAILED_PRECONDITION\] DELETE \/iam\/v2\/roleBindings\/org\/b: "in use"\./,
    );
  });

  it("says that it is blocked even when the blocking objects cannot be listed", async () => {
    const blocked = refusal("FAILED_PRECONDITION", "p", [
      {
        kind: "PreconditionFailure",
        violations: [{ type: "RESOURCE_NOT_EMPTY", subject: "", description: "has child groups" }],
      },
    ]);
    const { context } = scriptedContext([
      itsGroup("org/a"),
      blocked,
      blocked,
      ...Array(20).fill(refusal("PERMISSION_DENIED", "no list")),
    ]);
    const error = await deleteObject(new Handle(context, group, "org/a"), { name: "team" }).catch((e) => e);
    assert.match(error.message, /RESOURCE_NOT_EMPTY/);
  });

  it("does not name unrelated objects of a server that ignores filters", async () => {
    const blocked = refusal("FAILED_PRECONDITION", "p", [
      {
        kind: "PreconditionFailure",
        violations: [{ type: "RESOURCE_NOT_EMPTY", subject: "", description: "has bindings" }],
      },
    ]);
    const other = { uid: "org/x", identity: { uid: "org/other" }, role: { uid: "viewer" } };
    const { context } = scriptedContext([
      itsGroup("org/i"),
      blocked,
      blocked,
      ...Array(10).fill((request: HttpRequest) => listed(request.path.text.split("/").at(-1) ?? "", other)),
    ]);
    const error = await deleteObject(new Handle(context, identity, "org/i"), { name: "ci" }).catch((e) => e);
    assert.doesNotMatch(error.message, /org\/other/);
  });
});
