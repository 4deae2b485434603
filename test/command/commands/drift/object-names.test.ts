import assert from "node:assert/strict";
import { readSight } from "../../../../src/client/visibility/read-sight";
import { groupPath, identityPath } from "../../../../src/command/access/names";
import { readAccessAs } from "../../../../src/command/access/read";
import { administrator } from "../../../../src/emulator/seed/seed";
import { callerWith, clientOf } from "../../../support/platform";
import { labelsIn, managed, Searched } from "./unmanaged";

describe("the names of unmanaged objects", () => {
  let at: Searched;
  beforeEach(async () => {
    at = await Searched.start();
  });
  afterEach(() => at.emulator.close());

  it("say who gets which role where if they grant one and have no name, also where only its uid is known", async () => {
    const provider = at.provider();
    at.mapping(provider, "platform team");
    const invite = { roleUid: at.builtIn("viewer"), ttl: "3600s" };
    at.put("iam:GroupInvite", at.root, { ...invite, email: "ana@example.com" });
    at.put("iam:GroupInvite", at.root, invite);
    const stack = [managed("iam:Organization", at.root)];
    assert.deepEqual(labelsIn(await at.find([...stack, managed("iam:IdentityProvider", provider)])), [
      "iam:ExternalGroupRoleMapping platform team of sso as owner in acme",
      "iam:GroupInvite ana@example.com as viewer in acme",
      "iam:GroupInvite whoever redeems the invite as viewer in acme",
    ]);
    const grants = (await at.find(stack)).objects.map(({ grant }) => [grant?.who, grant?.role.name, grant?.group.name]);
    assert.deepEqual(grants[0], ["everybody who signs in for the first time", "viewer", "acme"]);
  });

  it("have a uid instead of a name that two objects have, or that is ambiguous", async () => {
    const team = at.group(at.root, "team");
    const role = (parent: string, name: string) =>
      at.put("iam:Role", parent, { name, capabilities: ["CAP_REPO_DELETE"] });
    const [ci, other] = [at.identity(at.root, "ci-main"), at.identity(team, "ci-main")];
    const [odd, alone] = [at.identity(at.root, "bot as x"), at.identity(at.root, "alone")];
    const [viewer, custom, push] = [at.builtIn("viewer"), role(at.root, "viewer"), role(at.root, "push")];
    role(team, "push");
    for (const identity of [ci, other, odd, alone]) at.bind(identity, viewer);
    for (const uid of [custom, push, role(at.root, "deploy")]) at.bind(alone, uid);
    const [first, second] = [at.provider(), at.provider(team)];
    at.mapping(first, "eng");
    const free = at.mapping(second, "eng of sso");
    const labels = labelsIn(await at.find([managed("iam:Organization", at.root)]));
    assert.deepEqual(
      labels.filter((label) => /^iam:(RoleBinding|ExternalGroupRoleMapping)/.test(label)).sort(),
      [
        `iam:ExternalGroupRoleMapping ${free}`,
        `iam:ExternalGroupRoleMapping eng of ${first} as owner in acme`,
        ...["deploy (custom)", push, "viewer", "viewer (custom)"].map(
          (name) => `iam:RoleBinding alone as ${name} in acme`,
        ),
        ...[ci, other, odd].map((uid) => `iam:RoleBinding ${uid} as viewer in acme`),
      ].sort(),
    );
  });

  it("are their uids in rules if a name is ambiguous, or looks like a uid", async () => {
    const repo = at.put("registry:Repo", at.root, { name: "web" });
    const provider = at.provider();
    const mappings = ["*", 'the "core"', "two\nlines"].map((name) => at.mapping(provider, name));
    const comer = at.identity(at.root, "c365afcd5ecad8a8a7d2bbfe72dfd7c53c42435c");
    at.bind(comer, at.builtIn("owner"));
    const hook = at.put("events:Subscription", at.root, { sink: "https://hooks.example.com/services/theirs" });
    const shadow = at.put("registry:Repo", at.root, { name: repo });
    const names = [comer, `${comer} as owner in acme`, ...mappings, hook, shadow];
    const { objects } = await at.find([
      managed("iam:Organization", at.root),
      managed("registry:Repo", repo),
      managed("iam:IdentityProvider", provider),
    ]);
    assert.deepEqual(objects.map(({ ruleName }) => ruleName).sort(), names.sort());
    const sink = objects.find(({ object }) => object.uid === hook);
    assert.equal(sink?.label, "https://hooks.example.com", "a table says more");
  });

  it("are paths, because names are unique only among siblings, as in `access`, also if an identity is of another organization", async () => {
    const other = String(at.emulator.list("iam:Group").find(({ name }) => name === "public-org")?.uid);
    const identity = at.identity(other, "bot.x");
    const team = at.group(at.group(at.root, "platform"), "team");
    at.bind(identity, at.builtIn("viewer"), team);
    const [{ grant } = {}] = (await at.find([managed("iam:Group", team)])).objects;
    assert.deepEqual([grant?.who, grant?.group.path], ["public-org/bot.x", "acme/platform/team"]);
    const client = clientOf(at.emulator);
    const sight = () => readSight(client, callerWith(administrator));
    const { model } = await readAccessAs(client, sight);
    assert.deepEqual([identityPath(model, identity), groupPath(model, team)], [grant?.who, grant?.group.path]);
  });
});
