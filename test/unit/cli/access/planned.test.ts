import assert from "node:assert/strict";
import { difference } from "../../../../src/cli/access/difference";
import { modelOf } from "../../../../src/cli/access/model";
import { groupPath, identityPath } from "../../../../src/cli/access/names";
import { applyPlan, changesOneOf, opened } from "../../../../src/cli/access/planned";
import { uncountedKinds } from "../../../../src/cli/access/read";
import { HIDDEN, type PlannedState, type PlannedStep } from "../../../../src/cli/stack/preview";
import { UNKNOWN } from "../../../../src/spec/unknown";
import { liveObject, smallOrganization } from "../../../support/organizations";

const urn = (name: string) => `urn:pulumi:dev::site::pulumi-nodejs:dynamic/platform/x::${name}`;

type Inputs = Readonly<Record<string, unknown>>;

/** A state whose unknown inputs come from the resources that `from` names. */
const state = (
  inputs: Inputs,
  from: Readonly<Record<string, string[]>> = {},
  more: Partial<PlannedState> = {},
): PlannedState => ({
  inputs,
  outputs: {},
  dependencies: Object.fromEntries(Object.entries(from).map(([name, names]) => [name, names.map(urn)])),
  isRetained: false,
  ...more,
});
const create = (
  kind: string,
  name: string,
  inputs: Inputs,
  from?: Readonly<Record<string, string[]>>,
): PlannedStep => ({
  op: "create",
  urn: urn(name),
  kind,
  after: state(inputs, from),
});
const remove = (kind: string, name: string, uid: string, more: Partial<PlannedState> = {}): PlannedStep => ({
  op: "delete",
  urn: urn(name),
  kind,
  before: state({}, {}, { uid, ...more }),
});
const update = (
  kind: string,
  name: string,
  { uid, from, to }: { uid: string; from: Inputs; to: Inputs },
): PlannedStep => ({
  op: "update",
  urn: urn(name),
  kind,
  before: state(from, {}, { uid, outputs: from }),
  after: state(to, {}, { uid }),
});

/** What steps change, in words, and what they leave open. */
function told(steps: readonly PlannedStep[], live = smallOrganization()) {
  const planned = applyPlan(live, steps);
  const [before, after] = [modelOf(live), modelOf(planned.objects)];
  const names = {
    ...after,
    groups: new Map([...before.groups, ...after.groups]),
    identities: new Map([...before.identities, ...after.identities]),
  };
  return {
    changes: difference(before, after).map(
      ({ identityUid, isGain, capabilities, groupUids }) =>
        `${identityPath(names, identityUid)} ${isGain ? "gains" : "loses"} ${capabilities.join(" ")} on ${groupUids.map((uid) => groupPath(names, uid)).join(", ")}`,
    ),
    untold: planned.untold.map(({ urn: of, why }) => `${of.split("::").at(-1)}: ${why}`),
    eitherOf: planned.eitherOf.map(({ urn: of, uid, orElse }) =>
      [of.split("::").at(-1), groupPath(names, uid), ...orElse.map((other) => groupPath(names, other))].join(" "),
    ),
  };
}
const changes = (...texts: string[]) => ({ changes: texts, untold: [], eitherOf: [] });

describe("access after planned steps", () => {
  it("follows bindings that come, go and change", () => {
    const inputs = { parentUid: "r/o", identityUid: "r/t/ci", roleUid: "r/p" };
    assert.deepEqual(
      told([create("iam:RoleBinding", "new", inputs)]),
      changes("acme/team/ci gains CAP_REPO_LIST CAP_TAG_LIST on acme/ops"),
    );
    assert.deepEqual(
      told([remove("iam:RoleBinding", "x", "r/t/x")]),
      changes("acme/team/ci loses CAP_REPO_LIST CAP_TAG_LIST on acme/team, acme/team/web"),
    );
    const [from, to] = [
      { ...inputs, parentUid: "r/t" },
      { ...inputs, parentUid: "r/t", roleUid: "b1" },
    ];
    assert.deepEqual(
      told([update("iam:RoleBinding", "x", { uid: "r/t/x", from, to })]),
      changes(
        "acme/team/ci gains CAP_IAM_GROUPS_LIST on acme/team, acme/team/web",
        "acme/team/ci loses CAP_TAG_LIST on acme/team, acme/team/web",
      ),
    );
  });

  it("follows a role that is changed, but only where it is: what others changed meanwhile stays", () => {
    const live = smallOrganization().map((object) =>
      object.uid === "r/p"
        ? liveObject("iam:Role", "r/p", {
            name: "puller",
            capabilities: ["CAP_REPO_LIST", "CAP_TAG_LIST", "CAP_REPO_DELETE"],
          })
        : object,
    );
    const from = { name: "puller", capabilities: ["CAP_TAG_LIST", "CAP_REPO_LIST"] };
    const described = { ...from, capabilities: ["CAP_REPO_LIST", "CAP_TAG_LIST"], description: "new" };
    assert.deepEqual(told([update("iam:Role", "p", { uid: "r/p", from, to: described })], live), changes());
    const less = { ...from, capabilities: ["CAP_REPO_LIST"] };
    assert.deepEqual(
      told([update("iam:Role", "p", { uid: "r/p", from, to: less })], live),
      changes("acme/team/ci loses CAP_REPO_DELETE CAP_TAG_LIST on acme/team, acme/team/web"),
    );
  });

  it("finds new groups, identities and roles by where unknown values come from", () => {
    const steps = [
      create("iam:Group", "api", { parentUid: "r/t", name: "api" }),
      create("iam:Identity", "bot", { parentUid: UNKNOWN, name: "bot" }, { parentUid: ["api"] }),
      create("iam:Role", "tagger", { parentUid: "r", name: "tagger", capabilities: ["CAP_TAG_CREATE"] }),
      create(
        "iam:RoleBinding",
        "grant",
        { parentUid: UNKNOWN, identityUid: UNKNOWN, roleUid: UNKNOWN },
        { parentUid: ["api"], identityUid: ["bot"], roleUid: ["tagger"] },
      ),
    ];
    assert.deepEqual(told(steps), changes("acme/team/api/bot gains CAP_TAG_CREATE on acme/team/api"));
    // A group of an identity is known by the identity too.
    const through = [
      ...steps.slice(0, 3),
      {
        ...steps[3],
        after: state(
          { parentUid: UNKNOWN, identityUid: UNKNOWN, roleUid: UNKNOWN },
          { parentUid: ["bot"], identityUid: ["bot"], roleUid: ["tagger"] },
        ),
      } as PlannedStep,
    ];
    assert.deepEqual(told(through), changes("acme/team/api/bot gains CAP_TAG_CREATE on acme/team/api"));
  });

  it("counts what may lie in one of two new groups in the lower one, and says so", () => {
    const steps = [
      create("iam:Group", "outer", { parentUid: "r", name: "outer" }),
      create("iam:Group", "inner", { parentUid: UNKNOWN, name: "inner" }, { parentUid: ["outer"] }),
      create(
        "iam:RoleBinding",
        "grant",
        { parentUid: UNKNOWN, identityUid: "r/t/ci", roleUid: "b1" },
        { parentUid: ["inner"] },
      ),
    ];
    assert.deepEqual(told(steps), {
      changes: ["acme/team/ci gains CAP_IAM_GROUPS_LIST CAP_REPO_LIST on acme/outer/inner"],
      untold: [],
      eitherOf: ["grant acme/outer/inner acme/outer"],
    });
  });

  it("never guesses: what comes from elsewhere, from several, or is secret cannot be told", () => {
    const group = create("iam:Group", "api", { parentUid: "r/t", name: "api" });
    const other = create("iam:Group", "web2", { parentUid: "r/t", name: "web2" });
    const bound = (inputs: Inputs, from?: Readonly<Record<string, string[]>>) =>
      told([
        group,
        other,
        create("iam:RoleBinding", "grant", { identityUid: "r/t/ci", roleUid: "b1", parentUid: "r/o", ...inputs }, from),
      ]);
    const unknown = "grant: parentUid is not known before the update";
    assert.deepEqual(bound({ parentUid: UNKNOWN }).untold, [unknown]);
    assert.deepEqual(bound({ parentUid: UNKNOWN }, { parentUid: ["api", "web2"] }).untold, [unknown]);
    assert.deepEqual(bound({ parentUid: UNKNOWN }, { parentUid: ["bucket-of-another-package"] }).untold, [unknown]);
    assert.deepEqual(bound({ roleUid: UNKNOWN }, { roleUid: ["api"] }).untold, [
      "grant: roleUid is not known before the update",
    ]);
    assert.deepEqual(bound({ identityUid: HIDDEN }).untold, ["grant: identityUid is secret"]);
    for (const inputs of [{ parentUid: UNKNOWN }, { identityUid: HIDDEN }]) assert.deepEqual(bound(inputs).changes, []);
    const role = (capabilities: unknown) =>
      told([update("iam:Role", "p", { uid: "r/p", from: { capabilities: ["CAP_REPO_LIST"] }, to: { capabilities } })]);
    assert.deepEqual(role(UNKNOWN).untold, ["p: capabilities is not known before the update"]);
    assert.deepEqual(role(["CAP_REPO_LIST", HIDDEN]).untold, ["p: capabilities is secret"]);
    assert.deepEqual(role(UNKNOWN).changes, []);
  });

  it("is left open where a secret changes, whose sides a preview shows alike", () => {
    const secret = { parentUid: "r", identityUid: "r/x", roleUid: HIDDEN };
    const { untold, changes: none } = told([
      update("iam:RoleBinding", "grant", { uid: "r/g", from: secret, to: secret }),
    ]);
    assert.deepEqual(none, []);
    assert.equal(untold.length, 1);
  });

  it("names identities as which others may act after the update, and no other change of one", () => {
    const claimMatch = { issuer: "https://ci.example.com", subject: "repo:acme/web" };
    const from = { parentUid: "r", name: "ci", claimMatch };
    const changed = (to: Inputs) =>
      opened([update("iam:Identity", "ci", { uid: "r/x", from, to: { ...from, ...to } })]);
    assert.deepEqual(changed({ claimMatch: { issuer: claimMatch.issuer, subjectPattern: ".*" } }), [urn("ci")]);
    assert.deepEqual(changed({ claimMatch: HIDDEN }), [urn("ci")]);
    assert.deepEqual(changed({ claimMatch: UNKNOWN }), [urn("ci")]);
    assert.deepEqual(changed({ name: "other", description: "new" }), []);
    assert.deepEqual(opened([create("iam:Identity", "ci", from)]), []);
  });

  it("says so of an update whose object cannot be seen, and of a step that this version does not know", () => {
    const gone = update("iam:Role", "gone", { uid: "r/gone", from: {}, to: { capabilities: ["CAP_REPO_LIST"] } });
    assert.deepEqual(told([gone]).untold, ["gone: the object that it would update cannot be seen"]);
    assert.deepEqual(told([{ ...gone, op: "transmogrify" }]).untold, [
      'gone: this version does not know the step "transmogrify"',
    ]);
    assert.deepEqual(told([{ ...gone, op: "same" }]), changes());
  });

  it("replaces: the former object goes, and the one that comes is another", () => {
    const inputs = { parentUid: "r/o", identityUid: "r/t/ci", roleUid: "r/p" };
    const before = state({ ...inputs, parentUid: "r/t" }, {}, { uid: "r/t/x" });
    const step = { urn: urn("x"), kind: "iam:RoleBinding", before, after: state(inputs) };
    const expected = changes(
      "acme/team/ci gains CAP_REPO_LIST CAP_TAG_LIST on acme/ops",
      "acme/team/ci loses CAP_REPO_LIST CAP_TAG_LIST on acme/team, acme/team/web",
    );
    // The engine shows a replacement as one step, or as its parts.
    assert.deepEqual(told([{ ...step, op: "replace" }]), expected);
    const { after: _, ...former } = step;
    assert.deepEqual(
      told([
        { ...step, op: "create-replacement" },
        { ...step, op: "replace" },
        { ...former, op: "delete-replaced" },
      ]),
      expected,
    );
  });

  it("replaces by another object also where the key stays: what lies in the former group goes with it", () => {
    const inputs = { parentUid: "r", name: "team" };
    const before = state(inputs, {}, { uid: "r/t" });
    const step: PlannedStep = { op: "replace", urn: urn("t"), kind: "iam:Group", before, after: state(inputs) };
    assert.deepEqual(
      told([step]),
      changes("acme/team/ci loses CAP_REPO_LIST CAP_TAG_LIST on acme/team, acme/team/web"),
    );
  });

  it("takes a create of what is there already for that object, and does not delete it for its former resource", () => {
    const inputs = { parentUid: "r/t", identityUid: "r/t/ci", roleUid: "r/p" };
    const renamed = [create("iam:RoleBinding", "y", inputs), remove("iam:RoleBinding", "x", "r/t/x")];
    assert.deepEqual(told(renamed), changes());
    const taken = create("iam:Role", "p", {
      parentUid: "r",
      name: "puller",
      capabilities: ["CAP_TAG_LIST"],
      adoptUid: "r/p",
    });
    assert.deepEqual(told([taken]), changes("acme/team/ci loses CAP_REPO_LIST on acme/team, acme/team/web"));
    const same = create("iam:Group", "w", { parentUid: "r/t", name: "web" });
    const grant = create(
      "iam:RoleBinding",
      "g",
      { parentUid: UNKNOWN, identityUid: "person", roleUid: "r/p" },
      { parentUid: ["w"] },
    );
    assert.deepEqual(told([same, grant]), changes("ann@example.com gains CAP_TAG_LIST on acme/team/web"));
  });

  it("leaves what is retained, and takes away what lies in a group that goes", () => {
    assert.deepEqual(told([remove("iam:RoleBinding", "x", "r/t/x", { isRetained: true })]), changes());
    assert.deepEqual(
      told([remove("iam:Group", "t", "r/t")]),
      changes("acme/team/ci loses CAP_REPO_LIST CAP_TAG_LIST on acme/team, acme/team/web"),
    );
  });

  it("knows which steps could give access in ways that are not counted", () => {
    const invite = create("iam:GroupInvite", "i", { parentUid: "r", roleUid: "b1", ttl: "1h" });
    assert.equal(changesOneOf(invite, uncountedKinds), true);
    assert.equal(changesOneOf({ ...invite, op: "same" }, uncountedKinds), false);
    assert.equal(changesOneOf({ ...invite, kind: "iam:Role" }, uncountedKinds), false);
  });
});
