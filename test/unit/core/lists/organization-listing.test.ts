import assert from "node:assert/strict";
import type { Context } from "../../../../src/core/context";
import { Handle, Kind } from "../../../../src/core/handle";
import { verbsOf } from "../../../../src/core/verbs/verbs-of";
import { resources } from "../../../../src/resources";
import { externalGroupRoleMapping } from "../../../../src/resources/external-group-role-mapping";
import { identity } from "../../../../src/resources/identity";
import { identityProvider } from "../../../../src/resources/identity-provider";
import type { ResourceSpec } from "../../../../src/spec/resource";
import type { Values } from "../../../../src/spec/values";
import { createContext } from "../../../support/context";
import { clientOf, nextRun, type Platform, startPlatform } from "../../../support/platform";

/** A new object, with what a create has recorded of it. */
interface Made {
  readonly uid: string;
  readonly outputs: Values;
}

describe("reads under many parents, which share a list of the organization,", () => {
  let platform: Platform;
  let made: Made[];
  beforeEach(async () => {
    platform = await startPlatform();
    const { emulator } = platform;
    made = [];
    for (let i = 0; i < 6; i++) {
      const parentUid = String(emulator.put("iam:Group", emulator.organization.uid, { name: `team-${i}` }).uid);
      for (const name of ["one", "two"]) {
        const inputs = { parentUid, name: `id-${name}`, servicePrincipal: "SERVICE_PRINCIPAL_SKILLS" };
        made.push(await verbsOf(identity).create(new Kind(newRun(), identity), inputs));
      }
    }
    emulator.clearRequests();
  });
  afterEach(() => platform.close());

  const newRun = (): Context => createContext(clientOf(platform.emulator), resources, { print: () => undefined });
  const read = (context: Context, { uid, outputs }: Made, spec: ResourceSpec = identity) =>
    verbsOf(spec).read(new Handle(context, spec, uid), outputs);
  const readAll = async (context: Context) => {
    const results = [];
    for (const one of made) results.push(await read(context, one));
    return results;
  };
  const asked = () => platform.emulator.requests.map(({ method, path, query }) => `${method} ${path}?${query}`);
  const lists = (query: string) =>
    asked().filter((text) => text.startsWith("GET /iam/v2/identities?") && text.includes(query));

  it("take few requests, and record exactly what single reads record", async () => {
    const together = await readAll(newRun());
    assert.ok(asked().length <= 4, asked().join("\n"));
    assert.equal(lists("descendants_of").length, 1);
    const alone = [];
    for (const one of made) alone.push(await read(newRun(), one));
    assert.deepEqual(together, alone);
  });

  it("take few requests also at the same time", async () => {
    const context = newRun();
    await Promise.all(made.map((one) => read(context, one)));
    assert.ok(asked().length <= 4, asked().join("\n"));
  });

  it("fetch an object by itself if it differs or is missing", async () => {
    const [, , , changed, gone] = made;
    assert.ok(changed && gone);
    platform.emulator.edit(changed.uid, { description: "by hand" });
    platform.emulator.remove(gone.uid);
    const results = await readAll(newRun());
    assert.deepEqual(
      results.map((result) => (result === undefined ? "gone" : (result.inputs.description ?? ""))),
      ["", "", "", "by hand", "gone", "", "", "", "", "", "", ""],
    );
    for (const { uid } of [changed, gone])
      assert.ok(asked().some((text) => text.startsWith(`GET /iam/v2/identities/${uid}?`)));
  });

  it("do not use the list in a run that has changed something", async () => {
    const context = newRun();
    const [first, second, third] = made;
    assert.ok(first && second && third);
    await readAll(context);
    assert.equal(lists("descendants_of").length, 1);
    await verbsOf(identity).update(new Handle(context, identity, third.uid), third.outputs, {
      ...third.outputs,
      description: "new",
    });
    assert.equal((await read(context, third))?.outputs.description, "new");
    assert.equal(lists("descendants_of").length, 1);
  });

  it("do not use the list if a change started while it was read", async () => {
    const context = newRun();
    const [first, , third] = made;
    assert.ok(first && third);
    await read(context, first);
    const held = platform.emulator.fault({ path: "/iam/v2/identities", when: "after", action: { kind: "hold" } });
    const reading = read(context, third);
    await held.reached;
    const handle = new Handle(context, identity, third.uid);
    await verbsOf(identity).update(handle, third.outputs, { ...third.outputs, description: "new" });
    held.release();
    assert.equal((await reading)?.outputs.description, "new");
  });

  it("do not use the list if the run deleted the parent of an object while it was read", async () => {
    const { emulator, context } = platform;
    const root = emulator.organization.uid;
    const role = String(emulator.put("iam:Role", root, { name: "granted", capabilities: ["CAP_REPO_LIST"] }).uid);
    const providers = ["first", "second"].map((name) => {
      const oidc = { issuer: `https://${name}.example.com`, clientId: "id", clientSecret: "secret" };
      return String(emulator.put("iam:IdentityProvider", root, { name, defaultRole: role, oidc }).uid);
    });
    const grant = { externalGroupId: "staff", roleUid: role, scope: root };
    const mappings = providers.map((uid) => String(emulator.put("iam:ExternalGroupRoleMapping", uid, grant).uid));
    const recordedOf = async (uid: string): Promise<Made> => {
      const found = await read(nextRun(context), { uid, outputs: {} }, externalGroupRoleMapping);
      return { uid, outputs: found?.outputs ?? {} };
    };
    const run = nextRun(context);
    const [provider = "", recorded] = [providers[1], await Promise.all(mappings.map(recordedOf))];
    const [first, second] = recorded;
    assert.ok(first && second);
    await read(run, first, externalGroupRoleMapping);
    const { collection: path } = externalGroupRoleMapping;
    const held = emulator.fault({ path, when: "after", action: { kind: "hold" } });
    const reading = read(run, second, externalGroupRoleMapping);
    await held.reached;
    await verbsOf(identityProvider).delete(new Handle(run, identityProvider, provider), { name: "second" });
    held.release();
    assert.equal(await reading, undefined);
  });

  it("use the lists of the parents if the platform refuses the list of the organization once", async () => {
    const root = platform.emulator.organization.uid;
    const { request } = refusing(platform, root);
    const context = createContext(request, resources, { print: () => undefined });
    const results = await readAll(context);
    assert.ok(results.every((result) => result !== undefined));
    assert.equal(refused, 1);
  });

  let refused = 0;
  /** A client whose lists of the organization are refused. */
  function refusing({ emulator }: Platform, root: string) {
    refused = 0;
    const request = clientOf(emulator);
    const get = request.get.bind(request);
    const denied = (client: typeof request): typeof request =>
      Object.assign(client, {
        get: async (...args: Parameters<typeof get>) => {
          if (!args[1]?.some(([key, value]) => key === "uidp.descendants_of" && value === root)) return get(...args);
          refused += 1;
          emulator.fault({ path: "/iam/v2/identities", action: { kind: "status", code: "PERMISSION_DENIED" } });
          return get(...args);
        },
      });
    return { request: denied(request) };
  }
});
