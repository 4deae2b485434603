import assert from "node:assert/strict";
import type { Context } from "../../../src/core/context";
import { IncompleteError } from "../../../src/core/errors";
import { Kind } from "../../../src/core/remote-object";
import { diff } from "../../../src/core/verbs/diff";
import { verbsOf } from "../../../src/core/verbs/verbs-of";
import { resources } from "../../../src/description/resources";
import { group } from "../../../src/description/resources/group";
import { organization } from "../../../src/description/resources/organization";
import { repo } from "../../../src/description/resources/repo";
import type { ResourceSpec } from "../../../src/description/spec/resource";
import type { Values } from "../../../src/description/spec/values";
import type { EmulatorOptions } from "../../../src/emulator";
import { roleNamed, send } from "../../emulator/local";
import { createContext } from "../../support/context";
import { clientOf, type Platform, startPlatform } from "../../support/platform";

const CI = { issuer: "https://ci.example.com", subject: "repo:acme/app" } as const;

describe("advice about what a customer may not do", () => {
  let platform: Platform;
  let root: string;
  let identityUid: string;
  afterEach(() => platform.close());

  const bind = (roleUid: string, groupUid = root) =>
    platform.emulator.put("iam:RoleBinding", groupUid, { identityUid, roleUid });
  const makeRole = (name: string, capabilities: readonly string[]) =>
    String(platform.emulator.put("iam:Role", root, { name, capabilities }).uid);

  /** Starts a platform with an identity that has no role yet. */
  async function start(options: EmulatorOptions = {}) {
    platform = await startPlatform(options);
    root = platform.emulator.organization.uid;
    identityUid = String(platform.emulator.put("iam:Identity", root, { name: "customer", claimMatch: CI }).uid);
  }

  /** The next run of the same command, as the customer, whose waits take no time. */
  async function run(): Promise<Context> {
    const { emulator } = platform;
    const idToken = await emulator.idToken({ ...CI, audience: new URL(emulator.url).host });
    const { body } = await send(
      emulator.url,
      `POST /sts/exchange?aud=${emulator.url}&identity=${identityUid}`,
      undefined,
      idToken,
    );
    return createContext(clientOf(emulator, String(body.token)), resources, {
      sleep: async () => undefined,
      print: () => undefined,
    });
  }
  const create = async (spec: ResourceSpec, inputs: Values) =>
    verbsOf(spec).create(new Kind(await run(), spec), inputs);
  const failing = (spec: ResourceSpec, inputs: Values): Promise<Error> =>
    create(spec, inputs).then(
      () => assert.fail("it was made"),
      (cause: Error) => cause,
    );

  for (const staffOnly of ["refused", "ignored", "allowed"] as const) {
    it(`completes a repo without a readme, where that is the second step (staff's fields ${staffOnly}) (row 231)`, async () => {
      await start({ staffOnly });
      bind(roleNamed(platform.emulator, "owner"));
      const inputs = { parentUid: root, name: "app", description: "An app" };
      const error = await failing(repo, { ...inputs, readme: "# app" });
      assert.ok(error instanceof IncompleteError);
      assert.match(
        error.message,
        /was created, but is not complete: \[PERMISSION_DENIED\] .*lacks repo_internal\.admin"\n- Remove readme from the program, because only the platform's staff can set it\.$/,
      );
      const outputs = await verbsOf(repo).update(new Kind(await run(), repo).at(error.id), error.properties, inputs);
      assert.equal(diff(repo, outputs, inputs).changed, false);
      assert.equal(platform.emulator.get(error.id)?.name, "app");
    });
  }

  it("creates a repo without the fields of the staff, which are refused, all named at once (row 273) (row 231)", async () => {
    await start();
    bind(roleNamed(platform.emulator, "editor"));
    const inputs = { parentUid: root, name: "app" };
    const error = await failing(repo, { ...inputs, readme: "# app", bundles: ["base"], aliases: ["team/app:latest"] });
    assert.match(
      error.message,
      /lacks repo_internal\.admin, which bundles needs"\n- Remove bundles, aliases and readme from the program, /,
    );
    assert.deepEqual(
      platform.emulator.list("registry:Repo").filter(({ name }) => name === "app"),
      [],
    );
    await create(repo, inputs);
  });

  it("completes a repo without the fields of the staff, where the platform ignores them (row 231)", async () => {
    await start({ staffOnly: "ignored" });
    bind(roleNamed(platform.emulator, "editor"));
    const inputs = { parentUid: root, name: "app" };
    const error = await failing(repo, { ...inputs, readme: "# app", bundles: ["base"] });
    assert.ok(error instanceof IncompleteError);
    assert.match(error.message, /keeps other values in bundles\n- Remove bundles and readme from the program, because/);
    const outputs = await verbsOf(repo).update(new Kind(await run(), repo).at(error.id), error.properties, inputs);
    assert.equal(diff(repo, outputs, inputs).changed, false);
  });

  it("creates the repo once an owner has granted what its message names (row 231)", async () => {
    await start();
    bind(makeRole("reader", ["CAP_IAM_GROUPS_LIST", "CAP_REPO_LIST"]));
    const inputs = { parentUid: root, name: "app" };
    const { message } = await failing(repo, inputs);
    const remedy =
      /"\n- If the token's identity lacks the capability (.*) in this group, ask an owner of the organization for a role that has it\.$/;
    const [, named = ""] = remedy.exec(message) ?? assert.fail(message);
    bind(makeRole("granted", named.split(" or ")));
    await create(repo, inputs);
  });

  it("works in an organization that the platform's staff created (row 231)", async () => {
    await start();
    bind(roleNamed(platform.emulator, "owner"));
    const { message } = await failing(organization, { name: "new-org" });
    assert.match(message, /"\n- Ask the platform's staff to create it, because customers cannot\.$/);
    const made = String(platform.emulator.put("iam:Group", "", { name: "new-org" }).uid);
    bind(roleNamed(platform.emulator, "owner"), made);
    await create(group, { parentUid: made, name: "team" });
  });

  it("completes an adopted object once its value is correct (row 231)", async () => {
    await start();
    bind(roleNamed(platform.emulator, "owner"));
    const uid = String(platform.emulator.put("iam:Group", root, { name: "team", description: "theirs" }).uid);
    const inputs = { parentUid: root, name: "team", adoptUid: uid };
    const refusing = platform.emulator.fault({
      method: "PATCH",
      action: { kind: "status", code: "INVALID_ARGUMENT", message: "Invalid argument: description: no such word" },
    });
    const error = await failing(group, { ...inputs, description: "wrong" });
    assert.equal(refusing.hits, 1);
    assert.ok(error instanceof IncompleteError);
    assert.match(
      error.message,
      /no such word"\n- If the platform names a mistake in description, correct that value\.$/,
    );
    const corrected = { parentUid: root, name: "team", description: "right" };
    await verbsOf(group).update(new Kind(await run(), group).at(uid), error.properties, corrected);
    assert.equal(platform.emulator.get(uid)?.description, "right");
  });
});
