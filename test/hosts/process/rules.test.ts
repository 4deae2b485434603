import assert from "node:assert/strict";
import { type Emulator, startEmulator } from "../../../src/emulator";
import type { Props } from "../../support/host";
import { populate } from "../../support/platform";
import type { World } from "../../support/samples";
import { type AnyHost, describeHosts, NAME, TYPE, unchanged } from "./hosts";

/** What the rules are, test/description proves. Here a host gives the check what the engine gives it. */
describeHosts("the check of the platform's rules", (start, shell) => {
  let emulator: Emulator;
  let world: World;
  let host: AnyHost;
  before(async () => {
    emulator = await startEmulator();
    world = populate(emulator);
    host = await start({ environment: { ...emulator.environment, PLATFORM_VENDOR: "acme" } });
  });
  after(async () => {
    await host.close();
    await emulator.close();
  });

  const provided = (type: string, inputs: Props): Props => ({ [TYPE]: type, ...inputs });
  const reasons = async (inputs: Props, olds: Props = {}) =>
    (await host.check(olds, inputs)).failures.map(({ reason }) => reason);
  const parentUid = () => emulator.organization.uid;

  it("sets the scope of a mapping to the organization, and refuses other groups", async () => {
    const mapping = {
      parentUid: world.uids["iam:IdentityProvider"]?.[0],
      externalGroupId: "developers",
      roleUid: world.uids["iam:Role"]?.[0],
    };
    const scoped = provided("iam:ExternalGroupRoleMapping", { ...mapping, scope: world.uids["iam:Group"]?.[0] });
    assert.deepEqual(await reasons(scoped), [
      `scope must be the root group of the organization, ${parentUid()}, because the platform accepts no other group yet. Remove scope from the program`,
    ]);
    const { inputs, failures } = await host.check({}, provided("iam:ExternalGroupRoleMapping", mapping));
    assert.deepEqual([failures, inputs.scope], [[], parentUid()]);
    const { id, properties } = await host.create(inputs);
    assert.deepEqual(await host.diff(id, properties, inputs), unchanged);
    const again = await host.check(inputs, provided("iam:ExternalGroupRoleMapping", mapping));
    assert.deepEqual(again.inputs, inputs);
    assert.deepEqual((await host.read(id, properties)).inputs, inputs);
  });

  it("warns of inputs that only the platform's staff can set or create, except those that exist already (row 274)", async () => {
    const own = await start({ environment: emulator.environment });
    const check = async (type: string, inputs: Props, olds: Props = {}) =>
      assert.deepEqual((await own.check(olds, provided(type, { [NAME]: "my app", ...inputs }))).failures, []);
    const repo = { parentUid: parentUid(), name: "warned", readme: "# Warned" };
    const full = { ...repo, bundles: ["base"], catalogTier: "CATALOG_TIER_BASE" };
    await check("registry:Repo", full);
    await check("registry:Repo", full, { ...full, readme: "" });
    await check("registry:Repo", full, full);
    await check("registry:Repo", { ...full, name: "imported", adoptUid: `${parentUid()}/aa` });
    await check("registry:Repo", { parentUid: parentUid(), name: "plain" });
    const organization = { name: "of-my-own" };
    await check("iam:Organization", organization);
    await check("iam:Organization", organization, organization);
    const capabilities = ["CAP_REPO_LIST", "CAP_REPO_INTERNAL_ADMIN"];
    await check("iam:Role", { parentUid: parentUid(), name: "staff", capabilities });
    await own.close();
    const cannotSet = (it: string) =>
      `can be set only by the platform's staff. The platform refuses ${it} from anyone else, or ignores ${it}. Remove ${it} from the program, unless the platform already has ${it}`;
    // The engine shows the plugin's warnings beside the resource.
    const about = (kind: string) => (shell === "plugin" ? "" : `warning: ${kind} "my app": `);
    assert.deepEqual(own.shown().trim().split("\n"), [
      `${about("Repo")}readme, catalogTier and bundles ${cannotSet("them")}`,
      `${about("Repo")}readme ${cannotSet("it")}`,
      `${about("Organization")}only the platform's staff can create this object. The platform refuses anyone else. ` +
        "Ask them to create it, and give its uid as adoptUid",
      `${about("Role")}capabilities[1] is CAP_REPO_INTERNAL_ADMIN, which is reserved for roles of the platform's staff. ` +
        "The platform refuses it in any other role. Remove it from the role",
    ]);
  });
});
