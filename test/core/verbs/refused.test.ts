import assert from "node:assert/strict";
import { NotFoundError, PreconditionError } from "../../../src/client/api/errors";
import { IncompleteError } from "../../../src/core/errors";
import { diff } from "../../../src/core/verbs/diff";
import type { ResourceSpec } from "../../../src/description/spec/resource";
import type { Values } from "../../../src/description/spec/values";
import type { EmulatorOptions } from "../../../src/emulator";
import { LocalPlatform, placed } from "../../support/local-platform";
import { creating, madeBy, verbsIn } from "../../support/local-verbs";
import { group, identity, organization, repo, role, roleBinding, termsAcceptance } from "../../support/resources";

const bot = placed(identity, "org/bot", { name: "bot", servicePrincipal: "SERVICE_PRINCIPAL_SKILLS" });

describe("a create whose input names nothing that is there", () => {
  it("names the input before the platform's message: a parent, or another reference", async () => {
    const run = new LocalPlatform([bot]).run();
    const error = await creating(run, group, { parentUid: "cd0a", name: "team" });
    assert.ok(error instanceof NotFoundError);
    assert.match(
      error.message,
      /^parentUid: no Group has this uid, or this token cannot see it\. \[NOT_FOUND\] POST \/iam\/v2\/groups\/cd0a: /,
    );
    assert.match(
      String(await creating(run, roleBinding, { parentUid: "org", identityUid: "org/bot", roleUid: "cd0a" })),
      /^NotFoundError: roleUid: no Role has this uid, or this token cannot see it\. \[NOT_FOUND\] POST /,
    );
  });
});

describe("an organization that has not accepted the terms", () => {
  const tos = { id: "tos.v2", label: "Terms of Service", url: "https://example.com/tos" };

  it("gets an error with the missing documents, and a TermsAcceptance of them lets the create through (row 244)", async () => {
    const platform = new LocalPlatform([], { requiredTerms: [tos, { id: "dpa.v1", label: "Data", url: "" }] });
    const run = platform.run();
    const create = () => creating(run, repo, { parentUid: "org", name: "web" });
    const accept = (documentIds: string[]) => creating(run, termsAcceptance, { parentUid: "org", documentIds });
    const error = await create();
    assert.ok(error instanceof PreconditionError, String(error));
    assert.ok(
      error.message.includes('tos.v2 "Terms of Service" https://example.com/tos; dpa.v1 "Data". Accept them'),
      error.message,
    );
    const documentIds = error.missingTerms.map(({ id }) => id);
    await accept(documentIds.slice(1));
    assert.match(String(await create()), /These terms are not accepted yet: tos\.v2 [^;]*\. Accept/);
    await accept(documentIds);
    assert.equal(madeBy(await create()).outputs.name, "web");
  });
});

describe("what a customer may not do (row 231)", () => {
  /** A platform where `org/bot` has a role, and the verbs of its runs. */
  async function customer(capabilities: readonly string[], options: EmulatorOptions = {}) {
    const platform = new LocalPlatform([bot], { now: () => new Date(), ...options });
    const bind = (granted: readonly string[], parentUid = "org") =>
      platform.put(roleBinding, parentUid, {
        identityUid: "org/bot",
        roleUid: platform.put(role, "org", { name: `role-${platform.uids(role).length}`, capabilities: granted }),
      });
    bind(capabilities);
    const token = await platform.tokenOf("org/bot");
    const verbs = (spec: ResourceSpec) => verbsIn(platform.run({}, token), spec);
    const failing = (spec: ResourceSpec, inputs: Values): Promise<Error> =>
      verbs(spec)
        .create(inputs)
        .then(
          () => assert.fail("it was made"),
          (cause: Error) => cause,
        );
    return { platform, bind, verbs, failing };
  }
  const owner = ["GROUPS_LIST", "GROUPS_CREATE", "GROUPS_UPDATE"].map((name) => `CAP_IAM_${name}`);
  const ownerOfRepos = [...owner, ...["LIST", "CREATE", "UPDATE"].map((verb) => `CAP_REPO_${verb}`)];
  const app = { parentUid: "org", name: "app" };

  for (const [staffOnly, fields, message] of [
    [
      "refused",
      { readme: "# app" },
      /lacks repo_internal\.admin"\n- Give readme the platform's value, or remove it if the platform has none, because only the platform's staff can set it\.$/,
    ],
    ["allowed", { readme: "# app" }, /lacks repo_internal\.admin"\n- Give readme the platform's value, /],
    [
      "ignored",
      { readme: "# app", bundles: ["base"] },
      /keeps other values in bundles\n- Give bundles and readme the platform's value, /,
    ],
  ] as const)
    it(`leaves a repo without the fields of the staff, which are ${staffOnly}, and the next update completes it`, async () => {
      const { platform, verbs, failing } = await customer(ownerOfRepos, { staffOnly });
      const error = await failing(repo, { ...app, ...fields });
      assert.ok(error instanceof IncompleteError, String(error));
      assert.match(error.message, message);
      const outputs = await verbs(repo).update(error.id, error.properties, app);
      assert.equal(diff(repo, outputs, app).changed, false);
      assert.equal(platform.get(error.id)?.name, "app");
    });

  it("is named all at once, and the repo is created without it (row 273)", async () => {
    const { platform, verbs, failing } = await customer(ownerOfRepos);
    const { message } = await failing(repo, { ...app, readme: "# app", bundles: ["base"], aliases: ["team/app:v1"] });
    assert.match(
      message,
      /lacks repo_internal\.admin, which bundles needs"\n- Give bundles, aliases and readme the platform's value, /,
    );
    assert.deepEqual(platform.uids(repo), []);
    await verbs(repo).create(app);
  });

  it("is possible once an owner has granted what the message names", async () => {
    const { bind, verbs, failing } = await customer(["CAP_IAM_GROUPS_LIST", "CAP_REPO_LIST"]);
    const { message } = await failing(repo, app);
    const remedy =
      /"\n- If the token's identity lacks the capability (.*) in this group, ask an owner of the organization for a role that has it\.$/;
    const [, named = ""] = remedy.exec(message) ?? assert.fail(message);
    bind(named.split(" or "));
    await verbs(repo).create(app);
  });

  it("is to create an organization, which works in one that the platform's staff created", async () => {
    const { platform, bind, verbs, failing } = await customer(owner);
    const { message } = await failing(organization, { name: "new-org" });
    assert.match(message, /"\n- Ask the platform's staff to create it, because customers cannot\.$/);
    const { uid } = platform.emulator.put("iam:Group", "", { name: "new-org" });
    bind(owner, String(uid));
    await verbs(group).create({ parentUid: uid, name: "team" });
  });
});
