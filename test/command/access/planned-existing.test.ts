import assert from "node:assert/strict";
import { applyPlan } from "../../../src/command/access/planned";
import type { PlannedStep } from "../../../src/command/stack/preview";
import { NOTES } from "../../../src/description/spec/proof";
import { UNKNOWN } from "../../../src/description/spec/unknown";
import { liveObject, smallOrganization } from "../organizations";
import { changes, create, effectOf, type Inputs, remove, state, update, urn } from "../plan-steps";

const recorded = { parentUid: "r/t", identityUid: "r/t/ci", roleUid: "r/p" };
const unbound = remove("iam:RoleBinding", "x", "r/t/x");
const lost = changes("acme/team/ci loses CAP_REPO_LIST CAP_TAG_LIST on acme/team, acme/team/web");

describe("planned steps on objects that exist", () => {
  it("name identities that they take over for others than could act as them", () => {
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
    // The option `import` names the object of a replacement.
    const imported = create("iam:Identity", "d", { parentUid: "r", name: "deploy", claimMatch });
    const after = imported.after && { ...imported.after, uid: "r/d" };
    assert.deepEqual(applyPlan(live, [{ ...imported, ...(after && { after }) }]).existing, []);
  });

  it("name account associations that let a service act as another identity", () => {
    const bound = (service: string) => ({ parentUid: "r", name: "acme", vendor: { serviceBindings: { s: service } } });
    const step = (to: Inputs) => update("iam:AccountAssociation", "a", { uid: "r", from: bound("r/weak"), to });
    const named = (to: Inputs) => applyPlan(smallOrganization(), [step(to)]).actorsChanged;
    assert.deepEqual(named(bound("r/owner")), [urn("a")]);
    assert.deepEqual(named({ ...bound("r/weak"), description: "new" }), []);
    const created = create("iam:AccountAssociation", "a", bound("r/weak"));
    assert.deepEqual(applyPlan([], [created]).actorsChanged, [urn("a")]);
  });

  it("name identity providers that others can sign in with, whose people keep their role bindings", () => {
    const oidc = { issuer: "https://login.example.com", clientId: "c", pkceEnabled: true };
    const live = [...smallOrganization(), liveObject("iam:IdentityProvider", "r/p", { name: "sso", oidc })];
    const [asked, before] = [{ parentUid: "r", name: "sso", oidc }, { uid: "r/p" }];
    const states = (more: object) => ({
      before: state(asked, {}, before),
      after: state({ ...asked, ...more }, {}, before),
    });
    const changed = (step: object) =>
      applyPlan(live, [{ op: "update", urn: urn("p"), kind: "iam:IdentityProvider", ...states({}), ...step }])
        .signInChanged;
    for (const part of [{ issuer: "https://evil.example.com" }, { clientId: "d" }, { groupsClaim: "g" }])
      assert.deepEqual(changed(states({ oidc: { ...oidc, ...part } })), [urn("p")]);
    for (const more of [{ description: "new" }, { oidc: { ...oidc, additionalScopes: ["a"] } }])
      assert.deepEqual(changed(states(more)), []);
    assert.deepEqual(changed({ op: "delete", after: undefined }), [urn("p")]);
  });

  it("leave open what they cannot see or name of what they may take over", () => {
    const identity = { parentUid: "r", name: "deploy", servicePrincipal: "SERVICE_PRINCIPAL_SKILLS" };
    const effect = (kind: string, inputs: Inputs) => effectOf([create(kind, "d", inputs)]).unknown;
    assert.deepEqual(effect("iam:Identity", identity), []);
    for (const adoptUid of ["r/dark", UNKNOWN])
      assert.deepEqual(effect("iam:Identity", { ...identity, adoptUid }), [
        "d: the token cannot see the object that it would take over",
      ]);
    // Whose name is hidden may be a role that others hold, or a group where they have access.
    for (const [kind, inputs] of [
      ["iam:Identity", identity],
      ["iam:Role", { parentUid: "r", capabilities: ["CAP_REPO_LIST"] }],
      ["iam:Group", { parentUid: "r" }],
    ] as const)
      assert.deepEqual(effect(kind, { ...inputs, name: UNKNOWN }), ["d: the preview does not show its name"]);
    // A PullToken draws the name at random.
    const drawn = create("iam:Identity", "d", { ...identity, name: UNKNOWN });
    const from = { name: ["urn:pulumi:dev::site::platform:index:PullToken$platform:local:SignedToken::cluster"] };
    const after = drawn.after && { ...drawn.after, dependencies: from };
    assert.deepEqual(effectOf([{ ...drawn, ...(after && { after }) }]).unknown, []);
  });

  it("take a name that another resource of the plan gives up for a free one", () => {
    const from = { name: "puller" };
    const taking = create("iam:Role", "new", { parentUid: "r", name: "puller", capabilities: ["CAP_REPO_DELETE"] });
    const renamed = update("iam:Role", "old", { uid: "r/p", from, to: { name: "puller-old" } });
    assert.deepEqual(effectOf([renamed, taking]), changes());
    assert.deepEqual(applyPlan(smallOrganization(), [renamed, taking]).existing, []);
    // So too where the other resource stays as it is: the update is refused, and takes nothing over.
    const same = { ...update("iam:Role", "old", { uid: "r/p", from, to: from }), op: "same" };
    assert.deepEqual(effectOf([same, taking]), changes());
    // What a stack only reads it does not keep from anybody.
    const read = { ...same, before: state(from, {}, { uid: "r/p", isReadOnly: true }) };
    assert.deepEqual(applyPlan(smallOrganization(), [read, taking]).existing, [{ urn: urn("new"), uid: "r/p" }]);
  });

  it("take what the server filled in for no change, and what somebody set by hand for one", () => {
    const staticKeys = { issuer: "https://ci.example.com", subject: "s", issuerKeys: "{}" };
    const given = { staticKeys: { ...staticKeys, expirationTime: "2027-02-01T00:00:00Z" } };
    const [inputs, filled] = [{ staticKeys }, { ...given, [NOTES]: { filled: ["staticKeys.expirationTime"] } }];
    const updated = (asked: Inputs, outputs: Inputs, wanted: Inputs): boolean => {
      const states = { before: state(asked, {}, { uid: "r/k", outputs }), after: state(wanted, {}, { uid: "r/k" }) };
      const step = { op: "update", urn: urn("k"), kind: "iam:Identity", ...states };
      return applyPlan([], [step]).actorsChanged.length > 0;
    };
    assert.equal(updated(inputs, filled, { ...inputs, description: "new" }), false);
    assert.equal(updated(given, given, inputs), true);
    const byHand = { staticKeys: { ...filled.staticKeys, subject: "other" } };
    assert.equal(updated(inputs, byHand, inputs), true);
    assert.equal(updated({ staticKeys: UNKNOWN }, { staticKeys: UNKNOWN }, { staticKeys: UNKNOWN }), true);
  });

  it("replace: the former object goes, and the one that comes is another, also for an adopted one", () => {
    const inputs = { ...recorded, parentUid: "r/o" };
    const before = state(recorded, {}, { uid: "r/t/x" });
    const step = { urn: urn("x"), kind: "iam:RoleBinding", before, after: state(inputs) };
    const expected = changes("acme/team/ci gains CAP_REPO_LIST CAP_TAG_LIST on acme/ops", ...lost.changes);
    // The engine shows a replacement as one step, or as its parts.
    assert.deepEqual(effectOf([{ ...step, op: "replace" }]), expected);
    const { after: _, ...former } = step;
    const parts = [
      { ...step, op: "create-replacement" },
      { ...step, op: "replace" },
      { ...former, op: "delete-replaced" },
    ];
    assert.deepEqual(effectOf(parts), expected);
    const identity = { parentUid: "r/o", name: "ci", adoptUid: "r/t/ci" };
    const adopted = state({ ...identity, parentUid: "r/t" }, {}, { uid: "r/t/ci" });
    const replaced = { op: "replace", urn: urn("ci"), kind: "iam:Identity", before: adopted, after: state(identity) };
    assert.deepEqual(effectOf([replaced, unbound]), lost);
  });

  it("replace by another object also where the key stays: what lies in the former group goes before it", () => {
    const inputs = { parentUid: "r", name: "team" };
    const before = state(inputs, {}, { uid: "r/t" });
    const step: PlannedStep = { op: "replace", urn: urn("t"), kind: "iam:Group", before, after: state(inputs) };
    const inside = [unbound, remove("iam:Group", "w", "r/t/w"), remove("iam:Identity", "ci", "r/t/ci")];
    assert.deepEqual(effectOf([step, ...inside]), lost);
  });

  it("take a create of what is there already for that object, and do not delete it for its former resource", () => {
    assert.deepEqual(effectOf([create("iam:RoleBinding", "y", recorded), unbound]), changes());
    const role = { parentUid: "r", name: "puller", capabilities: ["CAP_TAG_LIST"], adoptUid: "r/p" };
    assert.deepEqual(
      effectOf([create("iam:Role", "p", role)]),
      changes("acme/team/ci loses CAP_REPO_LIST on acme/team, acme/team/web"),
    );
    const same = create("iam:Group", "w", { parentUid: "r/t", name: "web" });
    const inputs = { parentUid: UNKNOWN, identityUid: "person", roleUid: "r/p" };
    assert.deepEqual(
      effectOf([same, create("iam:RoleBinding", "g", inputs, { parentUid: ["w"] })]),
      changes("ann@example.com gains CAP_TAG_LIST on acme/team/web"),
    );
  });

  it("remove a role, an identity, and a group with everything in it, in any order", () => {
    const role = remove("iam:Role", "p", "r/p");
    for (const steps of [[role], [remove("iam:Group", "t", "r/t")], [role, unbound], [unbound, role]])
      assert.deepEqual(effectOf(steps), lost);
  });
});
