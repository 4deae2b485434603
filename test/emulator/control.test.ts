import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { decodeJwt } from "jose";
import { calls } from "../../src/emulator/control/calls";
import { readPage } from "../support/pages";
import { builtInRoles, type Call, type Emulator, roleNamed, test, withEmulator, withFile } from "./local";

const CONTROL = "/emulator/v1";
const CI = { issuer: "https://ci.example.com", subject: "job" };
const at = (day: number, digest: string) => ({ updateTimestamp: `2026-01-0${day}T00:00:00Z`, digest });

/** The digests in the history of a tag, as the registry has them. */
async function digestsOf({ registryToken }: Emulator, call: Call, image: string): Promise<unknown> {
  const { status, body } = await call(`GET /v2/${image}/_service/history/latest`, undefined, registryToken);
  return status === 200 ? (body.history as { digest: string }[]).map(({ digest }) => digest) : status;
}

const namesOf = ({ list }: Emulator, type: string) =>
  list(type)
    .map(({ name }) => name)
    .sort();

const listed = async (call: Call, path: string): Promise<Record<string, unknown>[]> =>
  Object.values((await call(`GET ${CONTROL}${path}`)).body)[0] as Record<string, unknown>[];

describe("the emulator's control", () => {
  test("signs an ID token that an identity accepts, by default for the emulator's audience", async (emulator) => {
    assert.equal(emulator.controlUrl, emulator.url + CONTROL);
    const { uid } = emulator.put("iam:Identity", emulator.organization.uid, { name: "ci", claimMatch: CI });
    const exchange = async (body: object) => {
      const { idToken } = (await emulator.call(`POST ${CONTROL}/idTokens`, body)).body;
      const reply = await emulator.call(`POST /sts/exchange?aud=x&identity=${uid}`, undefined, String(idToken));
      return [decodeJwt(String(idToken)), reply.status] as const;
    };
    const [claims, accepted] = await exchange(CI);
    const found = [claims.aud, Number(claims.exp) - Number(claims.iat), accepted];
    assert.deepEqual(found, [new URL(emulator.url).host, 300, 200]);
    const more = { ...CI, audience: ["x", "y"], claims: { ref: "main", constructor: "own" }, expiresInSeconds: -1 };
    const [ended, refused] = await exchange(more);
    assert.deepEqual([ended.aud, ended.ref, ended.constructor, refused], [["x", "y"], "main", "own", 401]);
  });

  test("sets the history of a tag and appends to it, for images with any name", async (emulator) => {
    for (const repository of ["acme/web", "acme/__proto__", "acme/constructor"]) {
      const named = { repository, tag: "latest" };
      const found = (await emulator.call(`POST ${CONTROL}/histories`, { ...named, records: [at(2, "b")] })).body;
      assert.deepEqual(found, {});
      await emulator.call(`POST ${CONTROL}/histories`, { ...named, records: [at(3, "c"), at(1, "a")] });
      assert.deepEqual(await digestsOf(emulator, emulator.call, repository), ["a", "b", "c"]);
      assert.equal((await emulator.call(`PUT ${CONTROL}/histories`, { ...named, records: [at(4, "d")] })).status, 200);
      assert.deepEqual(await digestsOf(emulator, emulator.call, repository), ["d"]);
    }
  });

  test("adds, lists and removes faults, those of the program too, with how many requests each met", async (emulator) => {
    emulator.fault({ path: /^\/registry/i, times: Number.POSITIVE_INFINITY, action: { kind: "reset" } });
    const fault = { method: "GET", path: "/iam/v2/groups", action: { kind: "status", code: "UNAVAILABLE" } };
    const { body } = await emulator.call(`POST ${CONTROL}/faults`, fault);
    assert.deepEqual(body, { id: "2", hits: 0, fault });
    const statuses = [];
    for (let n = 0; n < 2; n++) statuses.push((await emulator.call("GET /iam/v2/groups")).status);
    assert.deepEqual(statuses, [503, 200]);
    const always = { path: { regex: "^\\/registry", flags: "i" }, times: "always", action: { kind: "reset" } };
    assert.deepEqual(await listed(emulator.call, "/faults"), [
      { id: "1", hits: 0, fault: always },
      { id: "2", hits: 1, fault },
    ]);
    assert.deepEqual((await emulator.call(`DELETE ${CONTROL}/faults/1`)).body, {});
    const found = emulator.faults.map(({ id }) => id);
    assert.deepEqual(found, ["2"]);
    // What is listed can be sent again.
    assert.deepEqual((await emulator.call(`POST ${CONTROL}/faults`, always)).body, { id: "3", hits: 0, fault: always });
    await assert.rejects(emulator.call("GET /Registry/v2/repos"));
    await emulator.call(`DELETE ${CONTROL}/faults`);
    assert.deepEqual([await listed(emulator.call, "/faults"), emulator.faults], [[], []]);
    assert.equal((await emulator.call("GET /registry/v2/repos")).status, 200);
  });

  test("releases the requests of a fault", async (emulator) => {
    const { id } = (await emulator.call(`POST ${CONTROL}/faults`, { path: "/iam", action: { kind: "hold" } })).body;
    const held = emulator.call("GET /iam/v2/groups");
    await emulator.faults[0]?.reached;
    assert.equal((await emulator.call(`POST ${CONTROL}/faults/${id}:release`)).status, 200);
    assert.equal((await held).status, 200);
  });

  test("lists requests by method, path and status, and none of its own", async (emulator) => {
    await emulator.call(`POST /iam/v2/groups/${emulator.organization.uid}`, { name: "team" });
    await emulator.call("POST /iam/v2/groups/none", { name: "team" });
    await emulator.call("GET /iam/v2/groupsX?a=b");
    const paths = async (query: string) => (await listed(emulator.call, `/requests${query}`)).map(({ path }) => path);
    const [group, none, other] = await paths("");
    assert.deepEqual(await paths("?path=/iam/v2/groups"), [group, none]);
    assert.deepEqual(await paths("?method=POST&status=404"), [none]);
    assert.deepEqual(await paths("?method=GET"), [other]);
    const [{ time, ...first } = {}] = await listed(emulator.call, "/requests?status=200");
    assert.deepEqual(first, { method: "POST", path: group, query: "", body: { name: "team" }, status: 200 });
    assert.equal(time, emulator.requests[0]?.time.toISOString());
    assert.equal(emulator.requests.length, 3);
    assert.deepEqual((await emulator.call(`DELETE ${CONTROL}/requests`)).body, {});
    assert.deepEqual([await listed(emulator.call, "/requests"), emulator.requests], [[], []]);
  });

  test("lists no secret in a body, at any place, and only the origin of a sink", async (emulator) => {
    const root = emulator.organization.uid;
    const post = (path: string, body: unknown) => emulator.call(`POST /${path}/${root}`, body);
    const oidc = { issuer: "https://o.example.com", clientId: "c", clientSecret: "canary-1" };
    const provider = { name: "okta", defaultRole: roleNamed(emulator, "viewer"), oidc };
    assert.equal((await post("iam/v2/identityProviders", provider)).status, 200);
    await post("events/v2/subscriptions", { sink: "https://s.example.com/canary-2?x=canary-2" });
    await post("registry/v2/repos", { name: "app", custom_overlay: { environment: { PASSWORD: "canary-3" } } });
    // Forms that the platform refuses hold secrets, too.
    await post("iam/v2/identityProviders", [{ clientSecret: "canary-4", client_secret: ["canary-5"] }]);
    await post("events/v2/subscriptions", { sink: { url: "canary-6" } });
    const deep = 100_000;
    await post("iam/v2/groups", `{"a":${"[".repeat(deep)}{"clientSecret":"canary-7"}${"]".repeat(deep)}}`);
    const { text } = await emulator.call(`GET ${CONTROL}/requests`);
    assert.doesNotMatch(text, /canary/);
    assert.match(text, /\["\[too deep\]"\]/);
    const bodies = (await listed(emulator.call, "/requests")).map(({ body }) => body);
    assert.deepEqual(bodies.slice(0, 2), [
      { ...provider, oidc: { ...oidc, clientSecret: "[secret]" } },
      { sink: "https://s.example.com" },
    ]);
    assert.match(JSON.stringify(emulator.requests[0]), /canary-1/);
  });

  test("restores the objects of the start, or keeps only those of every organization", async (emulator) => {
    const root = emulator.organization.uid;
    const types = ["iam:Group", "iam:Role", "iam:RoleBinding", "registry:Repo", "iam:Identity"];
    const everything = () => types.map((type) => emulator.list(type));
    const before = everything();
    const change = () => {
      emulator.put("iam:Identity", root, { name: "ci", claimMatch: CI });
      emulator.put("iam:Role", root, { name: "own", capabilities: ["CAP_REPO_LIST"] });
      emulator.edit(root, { description: "changed" });
      emulator.history("acme/web", "latest", [at(1, "a")]);
      emulator.history("public-org/nginx", "latest", [at(1, "a")]);
    };
    for (const body of [undefined, { to: "start" }, { to: "empty" }]) {
      change();
      assert.notDeepEqual(everything(), before);
      assert.deepEqual((await emulator.call(`POST ${CONTROL}/reset`, body)).body, {});
      assert.deepEqual(everything(), before);
      assert.ok(emulator.isEmpty());
      assert.equal(await digestsOf(emulator, emulator.call, "acme/web"), 404);
      assert.equal(((await digestsOf(emulator, emulator.call, "public-org/nginx")) as string[]).length, 1000);
    }
  });

  it("keeps a file: a change is in it with the answer, its content is the start, and a reset empties it (row 121)", () =>
    withFile(async (file) => {
      await withEmulator({ file }, async (emulator, call) => {
        emulator.put("iam:Group", emulator.organization.uid, { name: "team" });
        emulator.put("iam:Role", emulator.organization.uid, { name: "own", capabilities: ["CAP_REPO_LIST"] });
        await call(`PUT ${CONTROL}/histories`, { repository: "acme/web", tag: "latest", records: [at(1, "a")] });
        assert.match(readFileSync(file, "utf8"), /"acme\/web:latest"/);
      })();
      await withEmulator({ file }, async (emulator, call) => {
        emulator.put("iam:Group", emulator.organization.uid, { name: "another" });
        await call(`POST ${CONTROL}/reset`);
        assert.deepEqual(namesOf(emulator, "iam:Group"), ["acme", "public-org", "team"]);
        assert.deepEqual(await digestsOf(emulator, call, "acme/web"), ["a"]);
        await call(`POST ${CONTROL}/reset`, { to: "empty" });
        assert.deepEqual(namesOf(emulator, "iam:Group"), ["acme", "public-org"]);
        assert.deepEqual(namesOf(emulator, "iam:Role"), builtInRoles);
        assert.doesNotMatch(readFileSync(file, "utf8"), /"team"|acme\/web/);
      })();
    }));

  it("is in the page of the command, call by call", () => {
    const rows = readPage("docs/commands/emulator.md").matchAll(/^\| `((?:GET|POST|PUT|DELETE) \/\S+)` \|/gm);
    const documented = [...rows].map(([, line = ""]) => line.replace(" ", ` ${CONTROL}`));
    assert.deepEqual(documented.sort(), calls.map(({ method, path }) => `${method} ${path}`).sort());
  });
});
