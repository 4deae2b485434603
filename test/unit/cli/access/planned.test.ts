import assert from "node:assert/strict";
import { difference } from "../../../../src/cli/access/difference";
import { modelOf } from "../../../../src/cli/access/model";
import { groupPath, identityPath } from "../../../../src/cli/access/names";
import { applyPlan } from "../../../../src/cli/access/planned";
import type { PlannedState, PlannedStep } from "../../../../src/cli/stack/preview";
import { NOTES } from "../../../../src/spec/proof";
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
): PlannedStep => ({ op: "create", urn: urn(name), kind, after: state(inputs, from) });
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
function effectOf(steps: readonly PlannedStep[], live = smallOrganization()) {
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
    unknown: planned.unknown.map(({ urn: of, why }) => `${of.split("::").at(-1)}: ${why}`),
    ambiguous: planned.ambiguous.map(({ urn: of, uid, orElse }) =>
      [of.split("::").at(-1), groupPath(names, uid), ...orElse.map((other) => groupPath(names, other))].join(" "),
    ),
  };
}
/** Deletes that will fail, by the objects that block them. */
const refused = (steps: readonly PlannedStep[]) =>
  applyPlan(smallOrganization(), steps).refused.map(
    ({ urn: of, by }) => `${of.split("::").at(-1)}: ${by.map(({ uid }) => uid).join(" ")}`,
  );
const changes = (...texts: string[]) => ({ changes: texts, unknown: [], ambiguous: [] });

describe("access after planned steps", () => {
  it("follows bindings that come, go and change", () => {
    const inputs = { parentUid: "r/o", identityUid: "r/t/ci", roleUid: "r/p" };
    assert.deepEqual(
      effectOf([create("iam:RoleBinding", "new", inputs)]),
      changes("acme/team/ci gains CAP_REPO_LIST CAP_TAG_LIST on acme/ops"),
    );
    assert.deepEqual(
      effectOf([remove("iam:RoleBinding", "x", "r/t/x")]),
      changes("acme/team/ci loses CAP_REPO_LIST CAP_TAG_LIST on acme/team, acme/team/web"),
    );
    const [from, to] = [
      { ...inputs, parentUid: "r/t" },
      { ...inputs, parentUid: "r/t", roleUid: "b1" },
    ];
    assert.deepEqual(
      effectOf([update("iam:RoleBinding", "x", { uid: "r/t/x", from, to })]),
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
    assert.deepEqual(effectOf([update("iam:Role", "p", { uid: "r/p", from, to: described })], live), changes());
    const less = { ...from, capabilities: ["CAP_REPO_LIST"] };
    assert.deepEqual(
      effectOf([update("iam:Role", "p", { uid: "r/p", from, to: less })], live),
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
    assert.deepEqual(effectOf(steps), changes("acme/team/api/bot gains CAP_TAG_CREATE on acme/team/api"));
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
    assert.deepEqual(effectOf(through), changes("acme/team/api/bot gains CAP_TAG_CREATE on acme/team/api"));
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
    assert.deepEqual(effectOf(steps), {
      changes: ["acme/team/ci gains CAP_IAM_GROUPS_LIST CAP_REPO_LIST on acme/outer/inner"],
      unknown: [],
      ambiguous: ["grant acme/outer/inner acme/outer"],
    });
  });

  it("never guesses: a value from elsewhere, from several resources, or from a secret is unknown", () => {
    const group = create("iam:Group", "api", { parentUid: "r/t", name: "api" });
    const other = create("iam:Group", "web2", { parentUid: "r/t", name: "web2" });
    const bound = (inputs: Inputs, from?: Readonly<Record<string, string[]>>) =>
      effectOf([
        group,
        other,
        create("iam:RoleBinding", "grant", { identityUid: "r/t/ci", roleUid: "b1", parentUid: "r/o", ...inputs }, from),
      ]);
    const unknown = "grant: the preview does not show its parentUid";
    assert.deepEqual(bound({ parentUid: UNKNOWN }).unknown, [unknown]);
    assert.deepEqual(bound({ parentUid: UNKNOWN }, { parentUid: ["api", "web2"] }).unknown, [unknown]);
    assert.deepEqual(bound({ parentUid: UNKNOWN }, { parentUid: ["bucket-of-another-package"] }).unknown, [unknown]);
    assert.deepEqual(bound({ roleUid: UNKNOWN }, { roleUid: ["api"] }).unknown, [
      "grant: the preview does not show its roleUid",
    ]);
    assert.deepEqual(bound({ identityUid: UNKNOWN }).unknown, ["grant: the preview does not show its identityUid"]);
    for (const inputs of [{ parentUid: UNKNOWN }, { identityUid: UNKNOWN }])
      assert.deepEqual(bound(inputs).changes, []);
    const role = (capabilities: unknown) =>
      effectOf([
        update("iam:Role", "p", { uid: "r/p", from: { capabilities: ["CAP_REPO_LIST"] }, to: { capabilities } }),
      ]);
    assert.deepEqual(role(UNKNOWN).unknown, ["p: the preview does not show its capabilities"]);
    assert.deepEqual(role(["CAP_REPO_LIST", UNKNOWN]).unknown, ["p: the preview does not show its capabilities"]);
    assert.deepEqual(role(UNKNOWN).changes, []);
  });

  it("names identities as which others may act after the update, and no other change of one", () => {
    const claimMatch = { issuer: "https://ci.example.com", subject: "repo:acme/web" };
    const from = { parentUid: "r", name: "ci", claimMatch };
    const changed = (to: Inputs) =>
      applyPlan([], [update("iam:Identity", "ci", { uid: "r/x", from, to: { ...from, ...to } })]).actorsChanged;
    assert.deepEqual(changed({ claimMatch: { issuer: claimMatch.issuer, subjectPattern: ".*" } }), [urn("ci")]);
    assert.deepEqual(changed({ claimMatch: UNKNOWN }), [urn("ci")]);
    assert.deepEqual(changed({ claimMatch: UNKNOWN }), [urn("ci")]);
    assert.deepEqual(changed({ name: "other", description: "new", company: "c" }), []);
    assert.deepEqual(applyPlan([], [create("iam:Identity", "ci", from)]).actorsChanged, []);
  });

  it("names identities that it takes over for others than could act as them", () => {
    const claimMatch = { issuer: "https://ci.example.com", subject: "repo:acme/web" };
    const live = [...smallOrganization(), liveObject("iam:Identity", "r/d", { name: "deploy", claimMatch })];
    const adopted = (inputs: Inputs) =>
      applyPlan(live, [create("iam:Identity", "d", { parentUid: "r", name: "deploy", claimMatch, ...inputs })])
        .actorsChanged;
    const evil = { issuer: claimMatch.issuer, subjectPattern: "repo:evil/.*" };
    assert.deepEqual(adopted({ claimMatch: evil }), [urn("d")]);
    assert.deepEqual(adopted({ claimMatch: evil, name: "other", adoptUid: "r/d" }), [urn("d")]);
    assert.deepEqual(adopted({ claimMatch: evil, name: "other" }), []);
    assert.deepEqual(adopted({ claimMatch: undefined, servicePrincipal: "SERVICE_PRINCIPAL_SKILLS" }), [urn("d")]);
    assert.deepEqual(adopted({ description: "new" }), []);
    assert.deepEqual(adopted({ claimMatch: UNKNOWN }), [urn("d")]);
  });

  it("leaves open what it cannot see or name of what it may take over", () => {
    const inputs = { parentUid: "r", name: "deploy", servicePrincipal: "SERVICE_PRINCIPAL_SKILLS" };
    const unknown = (more: Inputs) => effectOf([create("iam:Identity", "d", { ...inputs, ...more })]).unknown;
    assert.deepEqual(unknown({}), []);
    for (const adoptUid of ["r/dark", UNKNOWN, UNKNOWN])
      assert.deepEqual(unknown({ adoptUid }), ["d: the token cannot see the object that it would take over"]);
    assert.deepEqual(unknown({ name: UNKNOWN }), ["d: the preview does not show its name"]);
    assert.deepEqual(unknown({ name: UNKNOWN }), ["d: the preview does not show its name"]);
    // Whose name is hidden may be a role that others hold, or a group where they have access.
    for (const [kind, input] of [
      ["iam:Role", { parentUid: "r", capabilities: ["CAP_REPO_LIST"] }],
      ["iam:Group", { parentUid: "r" }],
    ] as const) {
      assert.deepEqual(effectOf([create(kind, "d", { ...input, name: UNKNOWN })]).unknown, [
        "d: the preview does not show its name",
      ]);
    }
  });

  it("takes a name that another resource of the plan gives up for a free one", () => {
    const [from, to] = [{ name: "puller" }, { name: "puller-old" }];
    const role = { parentUid: "r", name: "puller", capabilities: ["CAP_REPO_DELETE"] };
    const steps = [update("iam:Role", "old", { uid: "r/p", from, to }), create("iam:Role", "new", role)];
    assert.deepEqual(effectOf(steps), changes());
    assert.deepEqual(applyPlan(smallOrganization(), steps).existing, []);
    // So too where the other resource stays as it is: the update is refused, and takes nothing over.
    const same = { ...update("iam:Role", "old", { uid: "r/p", from, to: from }), op: "same" };
    assert.deepEqual(effectOf([same, create("iam:Role", "new", role)]), changes());
    // What a stack only reads it does not keep from anybody.
    const isReadOnly = true;
    const read = { ...same, before: state({ name: "puller" }, {}, { uid: "r/p", isReadOnly }) };
    const taking = [read, create("iam:Role", "new", role)];
    assert.deepEqual(applyPlan(smallOrganization(), taking).existing, [{ urn: urn("new"), uid: "r/p" }]);
  });

  it("replaces what was adopted by another object", () => {
    const inputs = { parentUid: "r/o", name: "ci", adoptUid: "r/t/ci" };
    const before = state({ ...inputs, parentUid: "r/t" }, {}, { uid: "r/t/ci" });
    const step: PlannedStep = { op: "replace", urn: urn("ci"), kind: "iam:Identity", before, after: state(inputs) };
    assert.deepEqual(
      effectOf([step, remove("iam:RoleBinding", "x", "r/t/x")]),
      changes("acme/team/ci loses CAP_REPO_LIST CAP_TAG_LIST on acme/team, acme/team/web"),
    );
  });

  it("takes what the server filled in for no change, and what somebody set by hand for one", () => {
    const staticKeys = { issuer: "https://ci.example.com", subject: "s", issuerKeys: "{}" };
    const [expirationTime, earlier] = ["2027-02-01T00:00:00Z", "2026-12-01T00:00:00Z"];
    const given = { staticKeys: { ...staticKeys, expirationTime } };
    const [inputs, filled] = [{ staticKeys }, { ...given, [NOTES]: { filled: ["staticKeys.expirationTime"] } }];
    const updated = (asked: Inputs, recorded: Inputs, wanted: Inputs): boolean => {
      const before = state(asked, {}, { uid: "r/k", outputs: recorded });
      const after = state(wanted, {}, { uid: "r/k" });
      return (
        applyPlan([], [{ op: "update", urn: urn("k"), kind: "iam:Identity", before, after }]).actorsChanged.length > 0
      );
    };
    assert.equal(updated(inputs, filled, { ...inputs, description: "new" }), false);
    assert.equal(updated(given, given, inputs), true);
    assert.equal(updated(inputs, filled, { staticKeys: { ...staticKeys, expirationTime: earlier } }), true);
    const byHand = { staticKeys: { ...filled.staticKeys, subject: "other" } };
    assert.equal(updated(inputs, byHand, inputs), true);
    assert.equal(updated({}, { claimMatch: { issuer: "x", subject: "y" } }, {}), true);
    assert.equal(updated({ staticKeys: UNKNOWN }, { staticKeys: UNKNOWN }, { staticKeys: UNKNOWN }), true);
  });

  it("names whom a moved binding reaches by uid, where nobody knows the name", () => {
    const from = { parentUid: "r", identityUid: "r/rook", roleUid: "b1" };
    const values = { ...from, identity: { uid: "r/rook", name: "rook" } };
    const live = [
      ...smallOrganization(),
      liveObject("iam:Identity", "r/rook", { name: "rook" }),
      liveObject("iam:RoleBinding", "r/z", values),
    ];
    const { changes: moved } = effectOf(
      [update("iam:RoleBinding", "z", { uid: "r/z", from, to: { ...from, identityUid: "stranger" } })],
      live,
    );
    assert.deepEqual(
      moved.map((text) => text.split(" ").slice(0, 2).join(" ")),
      ["acme/rook loses", "stranger gains"],
    );
  });

  it("says so of an update whose object cannot be seen, and of a step that this version does not know", () => {
    const gone = update("iam:Role", "gone", { uid: "r/gone", from: {}, to: { capabilities: ["CAP_REPO_LIST"] } });
    assert.deepEqual(effectOf([gone]).unknown, ["gone: the token cannot see the object that it would update"]);
    assert.deepEqual(effectOf([{ ...gone, op: "transmogrify" }]).unknown, [
      'gone: this version of pulumi-platform does not know the step "transmogrify"',
    ]);
    assert.deepEqual(effectOf([{ ...gone, op: "same" }]), changes());
    const { before: _, after: __, ...bare } = gone;
    for (const [op, why] of [
      ["create", "values"],
      ["update", "values"],
      ["delete", "object"],
    ] as const)
      assert.deepEqual(effectOf([{ ...bare, op }]).unknown, [`gone: the preview does not show its ${why}`]);
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
    assert.deepEqual(effectOf([{ ...step, op: "replace" }]), expected);
    const { after: _, ...former } = step;
    assert.deepEqual(
      effectOf([
        { ...step, op: "create-replacement" },
        { ...step, op: "replace" },
        { ...former, op: "delete-replaced" },
      ]),
      expected,
    );
  });

  it("replaces by another object also where the key stays: what lies in the former group goes before it", () => {
    const inputs = { parentUid: "r", name: "team" };
    const before = state(inputs, {}, { uid: "r/t" });
    const step: PlannedStep = { op: "replace", urn: urn("t"), kind: "iam:Group", before, after: state(inputs) };
    const inside = [
      remove("iam:RoleBinding", "x", "r/t/x"),
      remove("iam:Group", "w", "r/t/w"),
      remove("iam:Identity", "ci", "r/t/ci"),
    ];
    assert.deepEqual(
      effectOf([step, ...inside]),
      changes("acme/team/ci loses CAP_REPO_LIST CAP_TAG_LIST on acme/team, acme/team/web"),
    );
    assert.deepEqual(refused([step, ...inside]), []);
    assert.deepEqual(refused([step]), ["t: r/t/w r/t/ci r/t/x"]);
  });

  it("takes a create of what is there already for that object, and does not delete it for its former resource", () => {
    const inputs = { parentUid: "r/t", identityUid: "r/t/ci", roleUid: "r/p" };
    const renamed = [create("iam:RoleBinding", "y", inputs), remove("iam:RoleBinding", "x", "r/t/x")];
    assert.deepEqual(effectOf(renamed), changes());
    const existing = create("iam:Role", "p", {
      parentUid: "r",
      name: "puller",
      capabilities: ["CAP_TAG_LIST"],
      adoptUid: "r/p",
    });
    assert.deepEqual(effectOf([existing]), changes("acme/team/ci loses CAP_REPO_LIST on acme/team, acme/team/web"));
    const same = create("iam:Group", "w", { parentUid: "r/t", name: "web" });
    const grant = create(
      "iam:RoleBinding",
      "g",
      { parentUid: UNKNOWN, identityUid: "person", roleUid: "r/p" },
      { parentUid: ["w"] },
    );
    assert.deepEqual(effectOf([same, grant]), changes("ann@example.com gains CAP_TAG_LIST on acme/team/web"));
  });

  it("leaves what is retained", () => {
    assert.deepEqual(effectOf([remove("iam:RoleBinding", "x", "r/t/x", { isRetained: true })]), changes());
  });

  it("leaves what the platform refuses to delete: a role that is bound, a group that holds something", () => {
    const [role, binding] = [remove("iam:Role", "p", "r/p"), remove("iam:RoleBinding", "x", "r/t/x")];
    assert.deepEqual([effectOf([role]), refused([role])], [changes(), ["p: r/t/x"]]);
    const group = remove("iam:Group", "t", "r/t");
    assert.deepEqual([effectOf([group]), refused([group])], [changes(), ["t: r/t/w r/t/ci r/t/x"]]);
    const identity = remove("iam:Identity", "ci", "r/t/ci");
    assert.deepEqual([effectOf([identity]), refused([identity])], [changes(), ["ci: r/t/x"]]);
    // The order of the steps does not matter, nor does a binding that gets another role.
    const lost = changes("acme/team/ci loses CAP_REPO_LIST CAP_TAG_LIST on acme/team, acme/team/web");
    assert.deepEqual([effectOf([role, identity, binding]), refused([role, identity, binding])], [lost, []]);
    const [from, to] = [
      { parentUid: "r/t", identityUid: "r/t/ci", roleUid: "r/p" },
      { parentUid: "r/t", identityUid: "r/t/ci", roleUid: "b1" },
    ];
    assert.deepEqual(refused([role, update("iam:RoleBinding", "x", { uid: "r/t/x", from, to })]), []);
    // A new binding also blocks, but one with an unknown effect does not.
    assert.deepEqual(refused([role, binding, create("iam:RoleBinding", "y", { ...from, parentUid: "r/o" })]), [
      `p: r/o/~${encodeURIComponent(urn("y"))}`,
    ]);
    const dark = update("iam:RoleBinding", "x", { uid: "r/t/x", from, to: { ...to, roleUid: UNKNOWN } });
    assert.deepEqual(refused([role, dark]), []);
  });

  it("names creates of what is there already by its key, not those with adoptUid", () => {
    const inputs = { parentUid: "r/t", name: "web" };
    const existing = (more: Inputs) =>
      applyPlan(smallOrganization(), [create("iam:Group", "w", { ...inputs, ...more })]).existing;
    assert.deepEqual(existing({}), [{ urn: urn("w"), uid: "r/t/w" }]);
    assert.deepEqual(existing({ adoptUid: "r/t/w" }), []);
    assert.deepEqual(existing({ name: "api" }), []);
  });

  it("leaves open what a binding gives in a group or with a role that cannot be seen, and leaves it as it is", () => {
    const inputs = { parentUid: "r/o", identityUid: "r/t/ci", roleUid: "b1" };
    const bound = (more: Inputs) => effectOf([create("iam:RoleBinding", "g", { ...inputs, ...more })]);
    assert.deepEqual(bound({ parentUid: "s/dark" }), { ...changes(), unknown: ["g: the token cannot see its group"] });
    assert.deepEqual(bound({ roleUid: "s/dark" }), { ...changes(), unknown: ["g: its role cannot be read"] });
    const from = { parentUid: "r/t", identityUid: "r/t/ci", roleUid: "r/p" };
    assert.deepEqual(
      effectOf([update("iam:RoleBinding", "x", { uid: "r/t/x", from, to: { ...from, roleUid: "s/dark" } })]),
      { ...changes(), unknown: ["x: its role cannot be read"] },
    );
  });

  it("leaves open what belongs to an explicit provider, and what refers to that", () => {
    const elsewhere = (step: PlannedStep): PlannedStep => ({ ...step, isElsewhere: true });
    const why = "it belongs to an explicit provider, which may have another platform";
    const group = elsewhere(create("iam:Group", "api", { parentUid: "r/t", name: "api" }));
    const inputs = { parentUid: UNKNOWN, identityUid: "r/t/ci", roleUid: "b1" };
    const bound = create("iam:RoleBinding", "g", inputs, { parentUid: ["api"] });
    assert.deepEqual(effectOf([group, bound]), {
      ...changes(),
      unknown: [`api: ${why}`, "g: the preview does not show its parentUid"],
    });
    assert.deepEqual(effectOf([elsewhere(remove("iam:RoleBinding", "x", "r/t/x"))]), {
      ...changes(),
      unknown: [`x: ${why}`],
    });
    assert.deepEqual(effectOf([{ ...group, op: "same" }]), changes());
    const invite = create("iam:GroupInvite", "i", { parentUid: "r", roleUid: "b1", ttl: "1h" });
    assert.deepEqual(effectOf([elsewhere(invite)]), { ...changes(), unknown: [`i: ${why}`] });
  });

  it("has one order, in any order of the engine's steps", () => {
    const steps = ["a", "b", "c"].map((name) =>
      create("iam:RoleBinding", name, { parentUid: "r/o", roleUid: UNKNOWN }),
    );
    assert.deepEqual(effectOf([...steps].reverse()), effectOf(steps));
  });
});
