import assert from "node:assert/strict";
import type { PlannedStep } from "../../../src/command/stack/preview";
import { UNKNOWN } from "../../../src/description/spec/unknown";
import { liveObject, smallOrganization } from "../organizations";
import { changes, create, effectOf, type Inputs, remove, state, unknown, update } from "../plan-steps";

/** What the role binding of `ci` in the small organization says. */
const recorded = { parentUid: "r/t", identityUid: "r/t/ci", roleUid: "r/p" };
const grant = (more: Inputs = {}, from?: Readonly<Record<string, string[]>>) =>
  create("iam:RoleBinding", "grant", { parentUid: "r/o", identityUid: "r/t/ci", roleUid: "b1", ...more }, from);
const rebound = (to: Inputs) =>
  update("iam:RoleBinding", "x", { uid: "r/t/x", from: recorded, to: { ...recorded, ...to } });
const unbound = remove("iam:RoleBinding", "x", "r/t/x");

describe("access after planned steps", () => {
  it("follows bindings that come, go and change", () => {
    const added = "acme/team/ci gains CAP_REPO_LIST CAP_TAG_LIST on acme/ops";
    const lost = "acme/team/ci loses CAP_REPO_LIST CAP_TAG_LIST on acme/team, acme/team/web";
    assert.deepEqual(effectOf([grant({ roleUid: "r/p" })]), changes(added));
    assert.deepEqual(effectOf([unbound]), changes(lost));
    assert.deepEqual(
      effectOf([rebound({ roleUid: "b1" })]),
      changes(
        "acme/team/ci gains CAP_IAM_GROUPS_LIST on acme/team, acme/team/web",
        "acme/team/ci loses CAP_TAG_LIST on acme/team, acme/team/web",
      ),
    );
    assert.deepEqual(effectOf([remove("iam:RoleBinding", "x", "r/t/x", { isRetained: true })]), changes());
  });

  it("follows a role that is changed, but only where it is: what others changed meanwhile stays", () => {
    const all = ["CAP_REPO_LIST", "CAP_TAG_LIST", "CAP_REPO_DELETE"];
    const live = smallOrganization().map((object) =>
      object.uid === "r/p" ? liveObject("iam:Role", "r/p", { name: "puller", capabilities: all }) : object,
    );
    const from = { name: "puller", capabilities: ["CAP_TAG_LIST", "CAP_REPO_LIST"] };
    const to = (more: Inputs) => [update("iam:Role", "p", { uid: "r/p", from, to: { ...from, ...more } })];
    const described = to({ capabilities: ["CAP_REPO_LIST", "CAP_TAG_LIST"], description: "new" });
    assert.deepEqual(effectOf(described, live), changes());
    assert.deepEqual(
      effectOf(to({ capabilities: ["CAP_REPO_LIST"] }), live),
      changes("acme/team/ci loses CAP_REPO_DELETE CAP_TAG_LIST on acme/team, acme/team/web"),
    );
  });

  it("finds new groups, identities and roles by where unknown values come from", () => {
    const steps = [
      create("iam:Group", "api", { parentUid: "r/t", name: "api" }),
      create("iam:Identity", "bot", { parentUid: UNKNOWN, name: "bot" }, { parentUid: ["api"] }),
      create("iam:Role", "tagger", { parentUid: "r", name: "tagger", capabilities: ["CAP_TAG_CREATE"] }),
    ];
    const hidden = { parentUid: UNKNOWN, identityUid: UNKNOWN, roleUid: UNKNOWN };
    // A group of an identity is known by the identity too.
    for (const place of ["api", "bot"])
      assert.deepEqual(
        effectOf([...steps, grant(hidden, { parentUid: [place], identityUid: ["bot"], roleUid: ["tagger"] })]),
        changes("acme/team/api/bot gains CAP_TAG_CREATE on acme/team/api"),
      );
  });

  it("never guesses: a value from elsewhere, from several resources, or from a secret is unknown", () => {
    const groups = ["api", "web2"].map((name) => create("iam:Group", name, { parentUid: "r/t", name }));
    const hides = (input: string, ...from: string[]) => {
      const steps = [...groups, grant({ [input]: UNKNOWN }, from.length === 0 ? {} : { [input]: from })];
      assert.deepEqual(effectOf(steps), unknown(`grant: the preview does not show its ${input}`));
    };
    hides("parentUid", "api", "web2");
    hides("parentUid", "bucket-of-another-package");
    hides("roleUid", "api");
    hides("identityUid");
    for (const capabilities of [UNKNOWN, ["CAP_REPO_LIST", UNKNOWN]]) {
      const role = { uid: "r/p", from: { capabilities: ["CAP_REPO_LIST"] }, to: { capabilities } };
      const steps = [update("iam:Role", "p", role)];
      assert.deepEqual(effectOf(steps), unknown("p: the preview does not show its capabilities"));
    }
  });

  it("says so of an update whose object cannot be seen, and of a step that this version does not know", () => {
    const gone = update("iam:Role", "gone", { uid: "r/gone", from: {}, to: { capabilities: ["CAP_REPO_LIST"] } });
    const { before: _, after: __, ...bare } = gone;
    const steps: [PlannedStep, string][] = [
      [gone, "the token cannot see the object that it would update"],
      [{ ...gone, op: "transmogrify" }, 'this version of pulumi-platform does not know the step "transmogrify"'],
      [{ ...bare, op: "create" }, "the preview does not show its values"],
      [{ ...bare, op: "delete" }, "the preview does not show its object"],
    ];
    for (const [step, why] of steps) assert.deepEqual(effectOf([step]), unknown(`gone: ${why}`));
    assert.deepEqual(effectOf([{ ...gone, op: "same" }]), changes());
    // A resource that stays as it is may manage the object of another entry.
    assert.deepEqual(effectOf([unbound, { ...gone, op: "same", after: state({}, {}, { uid: "r/t/x" }) }]), changes());
  });

  it("leaves open what a binding gives in a group or with a role that cannot be seen, and leaves it as it is", () => {
    assert.deepEqual(effectOf([grant({ parentUid: "s/dark" })]), unknown("grant: the token cannot see its group"));
    assert.deepEqual(effectOf([grant({ roleUid: "s/dark" })]), unknown("grant: its role cannot be read"));
    assert.deepEqual(effectOf([rebound({ roleUid: "s/dark" })]), unknown("x: its role cannot be read"));
  });

  it("leaves open what belongs to an explicit provider, and what refers to that", () => {
    const elsewhere = (step: PlannedStep): PlannedStep => ({ ...step, isElsewhere: true });
    const why = "it belongs to an explicit provider, which may have another platform";
    const group = elsewhere(create("iam:Group", "api", { parentUid: "r/t", name: "api" }));
    assert.deepEqual(
      effectOf([group, grant({ parentUid: UNKNOWN }, { parentUid: ["api"] })]),
      unknown(`api: ${why}`, "grant: the preview does not show its parentUid"),
    );
    assert.deepEqual(effectOf([elsewhere(unbound)]), unknown(`x: ${why}`));
    assert.deepEqual(effectOf([{ ...group, op: "same" }]), changes());
    const invite = create("iam:GroupInvite", "i", { parentUid: "r", roleUid: "b1", ttl: "1h" });
    assert.deepEqual(effectOf([elsewhere(invite)]), unknown(`i: ${why}`));
  });
});
