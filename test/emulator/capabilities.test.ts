import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readSight } from "../../src/client/visibility/read-sight";
import { readAccessAs } from "../../src/command/access/read";
import { whoCanReport } from "../../src/command/commands/access/who-can";
import { whyReport } from "../../src/command/commands/access/why";
import { dotted } from "../../src/emulator/access/permissions";
import { defaults } from "../../src/emulator/checks";
import type { Allowed, Route } from "../../src/emulator/gateway/route";
import type { Emulator } from "../../src/emulator/index";
import { administrator } from "../../src/emulator/seed/seed";
import { routeTable } from "../../src/emulator/table";
import { makeWorld } from "../../src/emulator/world";
import { operationKey } from "../support/operations";
import { callerWith, clientOf } from "../support/platform";
import { makeCaller, makeProvider, type Reply, requestFor, roleNamed, test } from "./local";

/**
 * The API's statement about an operation: the capabilities that it needs together, without `CAP_`, and where. `nobody` needs a
 * token, any `token` is enough, or the caller needs them in the group of the `path` or the `body`. `seen`: a list shows the objects
 * where the caller has them.
 */
type Fact = readonly [operation: string, where: "nobody" | "token" | "path" | "body" | "seen", ...names: string[]];

const facts = JSON.parse(readFileSync(join(__dirname, "../support/fixtures/permissions.json"), "utf8")) as Fact[];

const table = routeTable(makeWorld(defaults, {}));
const routeOf = (operation: string): Route => {
  const [method = "", path = ""] = operation.split(" ");
  const found = table.find((route) => operationKey(route) === operationKey({ method, path }));
  assert.ok(found, operation);
  return found;
};

/** These answer about one object, or make one, though the API names no group for them: the object's own group decides. */
const OWN_GROUP = ["POST /iam/v2/groups/{uid}", "GET /iam/v2/roles/{uid}"];

function factOf(operation: string, allowed: Allowed): Fact {
  if ("anyone" in allowed) return [operation, "nobody"];
  if ("anyCaller" in allowed) return [operation, "token"];
  const { in: place } = allowed;
  const isSeen = typeof place === "string" || OWN_GROUP.includes(operation);
  const where = isSeen ? "seen" : "path" in place ? "path" : "body";
  return [operation, where, ...allowed.capabilities.map((name) => name.slice("CAP_".length))];
}

/** One object at least of every kind that can be listed, in the organization. */
function makeOneOfEach(emulator: Emulator): void {
  const { organization, put } = emulator;
  const make = (type: string, body: Record<string, unknown>, parent = organization.uid): string =>
    String(put(type, parent, body).uid);
  make("iam:GroupInvite", { ttl: "3600s", roleUid: roleNamed(emulator, "viewer") });
  make("iam:AccountAssociation", { name: "cloud" });
  const provider = makeProvider(emulator);
  make(
    "iam:ExternalGroupRoleMapping",
    { externalGroupId: "admins", roleUid: roleNamed(emulator, "viewer"), scope: organization.uid },
    provider,
  );
  const repo = make("registry:Repo", { name: "app" });
  make("registry:Tag", { name: "v1", digest: `sha256:${"a".repeat(64)}` }, repo);
  make("events:Subscription", { sink: "https://sink.example.com/" });
}

/** Whether the caller has access: no refusal, and no list without the existing items. */
function isLetIn({ status, body }: Reply, { isList, allowed }: Route): boolean {
  if (status === 403) return false;
  if (isList !== true && !("capabilities" in allowed && allowed.in === "each")) return true;
  const items = Object.values(body).find(Array.isArray) as { uid: string }[] | undefined;
  return (items ?? []).length > 0;
}

const terminalSink = { write: () => undefined, isTerminal: false, columns: undefined, hasColors: false };
const asking = {
  flags: { output: "json", preview: false } as const,
  terminal: { out: terminalSink, err: terminalSink },
};

/** Whether `access` says that an identity has capabilities: in the organization, or anywhere. */
async function accessSays(
  emulator: Emulator,
  identityUid: string,
  capabilities: readonly string[],
  isAnywhere: boolean,
) {
  const client = clientOf(emulator);
  const sight = () => readSight(client, callerWith(administrator));
  const live = await readAccessAs(client, sight, emulator.publicOrganization);
  const { uid } = emulator.organization;
  return capabilities.map((name) => {
    const who = whoCanReport({ ...asking, flags: { ...asking.flags, ...(isAnywhere ? {} : { on: uid }) } }, name, live);
    const holders = (who.document as { holders: { identity: { uid: string } }[] }).holders;
    const why = whyReport({ ...asking, arguments: [identityUid, name, uid] }, live);
    const isNamed = holders.some(({ identity }) => identity.uid === identityUid);
    assert.equal(isNamed, (why.document as { isAllowed: boolean }).isAllowed, name);
    return isNamed;
  });
}

describe("the capabilities of each operation", () => {
  it("are declared as in the API: all of them, and their place (row 226)", () => {
    const found = facts.map(([operation]) => factOf(operation, routeOf(operation).allowed));
    assert.deepEqual(found, facts);
    const known = new Set(facts.map(([operation]) => routeOf(operation)));
    const others = table.filter((route) => "capabilities" in route.allowed && !known.has(route));
    assert.deepEqual(others.map(operationKey), [], "add a line for each to test/support/fixtures/permissions.json");
    assert.equal(facts.length, 81, "if you added lines to test/support/fixtures/permissions.json, change this count");
  });

  test("are each enforced, and named by the refusal; access agrees in every case (rows 227, 228)", async (emulator) => {
    makeOneOfEach(emulator);
    const { identityUid, may, ask } = await makeCaller(emulator);
    const owner = emulator.list("iam:Role").find(({ name }) => name === "owner")?.capabilities as string[];
    const all = [...owner, "CAP_REPO_INTERNAL_ADMIN"];
    let cases = 0;
    for (const [operation] of facts) {
      const route = routeOf(operation);
      if (!("capabilities" in route.allowed)) continue;
      const { capabilities, in: place } = route.allowed;
      for (const lacking of capabilities) {
        assert.ok(all.includes(lacking), lacking);
        may(all.filter((other) => other !== lacking));
        const refused = await ask(...requestFor(route, emulator.organization.uid));
        assert.equal(isLetIn(refused, route), false, `${operation} without ${lacking}: ${refused.text}`);
        if (refused.status === 403) {
          assert.equal(refused.body.message, `Permission denied: caller lacks ${dotted(lacking)}`, operation);
        } else assert.equal(refused.status, 200, `${operation}: ${refused.text}`);
        const found = await accessSays(emulator, identityUid, capabilities, place === "anywhere");
        assert.deepEqual(
          found,
          capabilities.map((name) => name !== lacking),
        );
        cases += 1;
      }
      may(capabilities);
      const answer = await ask(...requestFor(route, emulator.organization.uid));
      assert.equal(isLetIn(answer, route), true, `${operation}: ${answer.text}`);
      const says = await accessSays(emulator, identityUid, capabilities, place === "anywhere");
      assert.ok(says.every(Boolean), operation);
    }
    assert.equal(cases, facts.flatMap(([, , ...names]) => names).length);
  });

  test("are all named by the refusal of a caller who lacks several", async (emulator) => {
    const { ask } = await makeCaller(emulator);
    const { body } = await ask(...requestFor(routeOf("POST /iam/v2/groupInvites/{uid}"), emulator.organization.uid));
    assert.equal(body.message, "Permission denied: caller lacks group_invites.create, role_bindings.create");
  });
});
