import assert from "node:assert/strict";
import { IncompleteError } from "../../../src/core/errors";
import { diff } from "../../../src/core/verbs/diff";
import type { ResourceSpec } from "../../../src/description/spec/resource";
import type { Values } from "../../../src/description/spec/values";
import { answer, missing } from "../../support/local-faults";
import { LocalPlatform } from "../../support/local-platform";
import { creating, madeBy, verbsIn } from "../../support/local-verbs";
import { accountAssociation, groupInvite, identity, repo, role } from "../../support/resources";

const app = { parentUid: "org", name: "app", readme: "# app" };
// An AccountAssociation has the uid of its parent: so a test can play the answer to its create.
const cloud = { parentUid: "org", name: "cloud", amazon: { account: "123456789012" } };

/** The error of a create that ended with an object which is not complete. */
function incomplete(result: unknown): IncompleteError {
  assert.ok(result instanceof IncompleteError, String(result));
  return result;
}

describe("an incomplete create", () => {
  it("records the object without the sub-resource that failed", async () => {
    const platform = new LocalPlatform();
    platform.fault({ method: "PATCH", action: { kind: "status", code: "PERMISSION_DENIED", message: "not yours" } });
    const { id, properties, message } = incomplete(await creating(platform.run(), repo, app));
    assert.deepEqual(platform.uids(repo), [id]);
    assert.deepEqual([properties.name, properties.readme], ["app", undefined]);
    assert.equal(
      message,
      `Repo ${id} was created, but is not complete: [PERMISSION_DENIED] PATCH /registry/v2/repos/${id}/readme: "not yours"\n- Give readme the platform's value, or remove it if the platform has none, because only the platform's staff can set it.`,
    );
  });

  it("reads the object when the response lacks fields, and accepts it if they exist", async () => {
    const platform = new LocalPlatform();
    platform.fault({ method: "POST", when: "after", action: answer({ uid: "org" }) });
    const { uid, outputs } = madeBy(await creating(platform.run(), accountAssociation, cloud));
    assert.deepEqual([uid, diff(accountAssociation, outputs, cloud).changed], ["org", false]);
  });

  it("records the object with its inputs when the response is incomplete and nothing can be read", async () => {
    const platform = new LocalPlatform();
    platform.fault({ method: "POST", when: "after", action: answer({ uid: "org" }) });
    platform.whenAnswered(/^POST/, () =>
      platform.fault({ method: "GET", times: 99, action: { kind: "status", code: "PERMISSION_DENIED" } }),
    );
    const { id, properties } = incomplete(await creating(platform.run(), accountAssociation, cloud));
    assert.equal(id, "org");
    assert.deepEqual(diff(accountAssociation, properties, cloud).replaces, []);
  });
});

describe("a new object", () => {
  it("is waited for until it is visible", async () => {
    const platform = new LocalPlatform();
    platform.fault({ method: "PATCH", action: missing });
    const { uid } = madeBy(await creating(platform.run(), repo, app));
    assert.deepEqual([platform.uids(repo), platform.sleeps], [[uid], [500]]);
  });
});

describe("a create whose response contains other values than requested", () => {
  /** A create of a kind whose response and reads are changed. */
  async function creatingWith(spec: ResourceSpec, inputs: Values, changes: readonly ((object: Values) => Values)[]) {
    const platform = new LocalPlatform();
    for (const [n, change] of changes.entries()) platform.rewrite(n === 0 ? /^POST/ : /^GET .*\/org(\/\w+)?$/, change);
    return creating(platform.run(), spec, inputs);
  }

  it("is incomplete if the platform drops a name that only a newer platform knows", async () => {
    const capabilities = ["CAP_REPO_LIST", "CAP_TAG_LIST"];
    const wanted = { parentUid: "org", name: "reader", capabilities };
    const dropping = (object: Values) => ({ ...object, capabilities: ["CAP_REPO_LIST"] });
    const error = incomplete(await creatingWith(role, wanted, [dropping, dropping]));
    assert.match(error.message, /the platform keeps other values in capabilities/);
    assert.deepEqual(error.properties.capabilities, ["CAP_REPO_LIST"]);
  });

  it("is recorded if the response is unreadable, and the object is read", async () => {
    const association = (installationId: unknown) => ({
      name: "accounts",
      github: { appInstallations: { "42": { installations: [{ installationId }] } } },
    });
    const wanted = { parentUid: "org", ...association("9007199254740993") };
    const rounding = (object: Values) => ({ ...object, ...association(2 ** 53) });
    // The first read is the look before the create.
    const { id, message } = incomplete(
      await creatingWith(accountAssociation, wanted, [rounding, (it) => it, rounding]),
    );
    assert.equal(id, "org");
    assert.match(
      message,
      /^AccountAssociation org was created, but .* the response has a 64-bit integer as a JSON number, which lost its last digits/,
    );
    const { uid, outputs } = madeBy(await creatingWith(accountAssociation, wanted, [rounding]));
    assert.deepEqual([uid, diff(accountAssociation, outputs, wanted).changed], ["org", false]);
  });

  for (const { spec, field, ours, theirs, inputs } of [
    {
      spec: identity,
      field: "claimMatch.issuer",
      ours: "https://ci.example.com/a/",
      theirs: "https://ci.example.com/a",
      inputs: (issuer: string) => ({ claimMatch: { issuer, subject: "s" }, name: "bot" }),
    },
    {
      spec: groupInvite,
      field: "email",
      ours: "Ada@example.com",
      theirs: "ada@example.com",
      inputs: (email: string) => ({ email, roleUid: "viewer", ttl: "3600s" }),
    },
  ])
    it(`is complete once the program has the form of ${field} that the platform keeps (row 289) (report: a value that the platform normalizes differs for ever)`, async () => {
      const platform = new LocalPlatform();
      const normalized = (body: Values) => JSON.stringify(body).replaceAll(ours, theirs);
      for (let n = 0; n < 9; n++) platform.rewrite(/./, normalized);
      const desired = (value: string) => ({ parentUid: "org", ...inputs(value) });
      const says =
        /\n- If the platform keeps its value each time, write this value in the program\. pulumi preview --refresh --diff shows it\.$/;
      const error = incomplete(await creating(platform.run(), spec, desired(ours)));
      assert.match(error.message, says);
      const update = (value: string) =>
        verbsIn(platform.run(), spec).update(error.id, error.properties, desired(value));
      await assert.rejects(update(ours), says);
      assert.equal(diff(spec, await update(theirs), desired(theirs)).changed, false);
    });
});
