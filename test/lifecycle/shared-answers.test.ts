import assert from "node:assert/strict";
import { Client } from "../../src/api/client";
import { fixedToken } from "../../src/api/credentials/token";
import { literal, path } from "../../src/api/path";
import { createTransport } from "../../src/api/transport";
import { type Context, forOperation } from "../../src/core/context";
import { Handle, Kind } from "../../src/core/handle";
import { verbsOf } from "../../src/core/verbs/verbs-of";
import { startEmulator } from "../../src/emulator";
import { resources } from "../../src/resources";
import { group } from "../../src/resources/group";
import { identity } from "../../src/resources/identity";
import { repo } from "../../src/resources/repo";
import { roleBinding } from "../../src/resources/role-binding";
import type { ResourceSpec } from "../../src/spec/resource";
import type { Values } from "../../src/spec/values";
import { createContext } from "../support/context";
import { clientOf, type Platform, startPlatform } from "../support/platform";

const json = { "content-type": "application/json" };
const ISSUER = "https://token.ci.example.com";

const create = (context: Context, spec: ResourceSpec, inputs: Values) =>
  verbsOf(spec).create(new Kind(context, spec), inputs);
const remove = (context: Context, spec: ResourceSpec, uid: string, outputs: Values) =>
  verbsOf(spec).delete(new Handle(context, spec, uid), outputs);
const read = (context: Context, spec: ResourceSpec, uid: string, outputs: Values) =>
  verbsOf(spec).read(new Handle(context, spec, uid), outputs);

/** The message of an error, or nothing. */
const failure = (result: PromiseSettledResult<unknown>): string | undefined =>
  result.status === "rejected" ? (result.reason as Error).message : undefined;

describe("an object that another writer creates while a list serves looks", () => {
  const lost = async (madeAt: number) => {
    const started = Date.parse("2026-03-01T00:00:00Z");
    let now = started;
    const emulator = await startEmulator({ now: () => new Date(now) });
    const printed: string[] = [];
    const context = createContext(clientOf(emulator), resources, {
      clock: () => now,
      sleep: async () => undefined,
      print: (text) => printed.push(text),
    });
    try {
      const parentUid = emulator.organization.uid;
      const make = (name: string) => create(context, group, { parentUid, name });
      await Promise.all([make("team-a"), make("team-b")]);
      now = started + madeAt;
      const theirs = String(emulator.put("iam:Group", parentUid, { name: "theirs" }).uid);
      now = started + 4_500;
      await make("team-c");
      emulator.fault({
        method: "POST",
        path: `/iam/v2/groups/${parentUid}`,
        when: "before",
        action: { kind: "reset" },
      });
      emulator.clearRequests();
      const [result] = await Promise.allSettled([make("theirs")]);
      const looks = emulator.requests.filter(({ query }) => query.includes("name=theirs")).length;
      return { theirs, result, printed: printed.join(), looks };
    } finally {
      await emulator.close();
    }
  };

  it("does not count as the object of a lost response, because it is older than an object of this run (row 98)", async () => {
    const { theirs, result } = await lost(1_000);
    assert.match(
      failure(result) ?? "",
      new RegExp(`found: "?${theirs}"?, which was created before this create was sent`),
    );
  });

  it("counts as the new object, with a message, if the two cannot be distinguished (row 98)", async () => {
    const { theirs, result, printed } = await lost(4_000);
    assert.equal(result.status === "fulfilled" && (result.value as { uid: string }).uid, theirs);
    assert.match(printed, /so the program uses it/);
  });
});

describe("a run that deletes the grant of its own token, on a platform that hides objects (row 103)", () => {
  for (const how of ["deletes one", "deletes two together", "reads one"] as const) {
    it(`does not treat objects as deleted that it no longer sees: it ${how}`, async () => {
      const emulator = await startEmulator({ forbidden: "hidden", tokenGrants: "live" });
      try {
        const root = emulator.organization.uid;
        const put = (type: string, parent: string, values: Values) => String(emulator.put(type, parent, values).uid);
        const parentUid = put("iam:Group", root, { name: "ours" });
        const capabilities = ["IAM_GROUPS_LIST", "REPO_LIST", "REPO_DELETE", "IAM_ROLE_BINDINGS_LIST"];
        const roleUid = put("iam:Role", root, {
          name: "all",
          capabilities: [...capabilities, "IAM_ROLE_BINDINGS_DELETE"].map((name) => `CAP_${name}`),
        });
        const identityUid = put("iam:Identity", root, { name: "bot", claimMatch: { issuer: ISSUER, subject: "s" } });
        const binding = put("iam:RoleBinding", parentUid, { identityUid, roleUid });
        const [first = "", ...others] = ["web", "app", "api"].map((name) => put("registry:Repo", parentUid, { name }));
        const transport = createTransport(new URL(emulator.url));
        const idToken = await emulator.idToken({ issuer: ISSUER, subject: "s", audience: new URL(emulator.url).host });
        const sts = new Client({ transport, tokens: fixedToken(idToken, "test"), userAgent: "test" });
        const query = [
          ["aud", emulator.url],
          ["identity", identityUid],
        ] as const;
        const { token } = await sts.call({ method: "POST", path: literal("/sts/exchange"), query });
        const client = new Client({ transport, tokens: fixedToken(String(token), "test"), userAgent: "test" });
        const context = createContext(client, resources, { print: () => undefined });
        const recorded = (uid: string) => ({ parentUid, name: String(emulator.get(uid)?.name) });
        const work = how === "reads one" ? read : remove;
        await work(context, repo, first, recorded(first));
        await remove(context, roleBinding, binding, { parentUid, identityUid, roleUid }).catch(() => undefined);
        const left = how === "deletes two together" ? others : others.slice(0, 1);
        const ended = await Promise.allSettled(left.map((uid) => work(context, repo, uid, recorded(uid))));
        assert.ok(left.every((uid) => emulator.get(uid) !== undefined));
        for (const result of ended) assert.match(failure(result) ?? "", /not visible|no group above it is visible/);
      } finally {
        await emulator.close();
      }
    });
  }
});

describe("operations that share responses", () => {
  let platform: Platform;
  beforeEach(async () => {
    platform = await startPlatform();
  });
  afterEach(() => platform.close());

  const newRun = (more: Partial<Pick<Context, "adoptExisting" | "sleep">> = {}): Context =>
    createContext(clientOf(platform.emulator), resources, { print: () => undefined, ...more });
  const team = (n: number) => ({ parentUid: platform.emulator.organization.uid, name: `team-${n}` });
  const bots = (count: number) => {
    const { emulator } = platform;
    const parentUid = emulator.organization.uid;
    return Array.from({ length: count }, (_, n) => {
      const values = { name: `bot-${n}`, claimMatch: { issuer: ISSUER, subject: `s-${n}` } };
      return {
        uid: String(emulator.put("iam:Identity", parentUid, values).uid),
        recorded: { parentUid, ...values },
      };
    });
  };

  it("keep an identity whose delete did nothing beside one that was deleted (row 101)", async () => {
    const { emulator } = platform;
    const [one, kept] = bots(2);
    assert.ok(one && kept);
    const always = { times: Number.POSITIVE_INFINITY };
    const body = { kind: "body", status: 200, headers: json } as const;
    emulator.fault({ method: "DELETE", path: new RegExp(`${kept.uid}$`), ...always, action: { ...body, body: "{}" } });
    const context = newRun({ sleep: async () => undefined });
    const ended = await Promise.allSettled(
      [one, kept].map(({ uid, recorded }) => remove(context, identity, uid, recorded)),
    );
    assert.match(failure(ended[1] as PromiseSettledResult<unknown>) ?? "", /still exists/);
    assert.equal(failure(ended[0] as PromiseSettledResult<unknown>), undefined);
  }).timeout(20_000);

  it("do not lose their own time while a list waits for the platform (row 126)", async () => {
    const { emulator } = platform;
    const client = new Client({
      transport: createTransport(new URL(emulator.url)),
      tokens: fixedToken(emulator.token, "test"),
      userAgent: "test",
      operationTimeoutMs: 2_000,
      random: () => 0.01,
    });
    const context = createContext(client, resources, { print: () => undefined });
    await create(forOperation(context), group, team(0));
    const action = { kind: "status", code: "RESOURCE_EXHAUSTED", headers: { "retry-after": "1" } } as const;
    emulator.fault({ method: "GET", path: /^\/iam\/v2\/groups$/, times: 4, action });
    let isOver = false;
    const others = (async () => {
      while (!isOver) {
        await client.forOperation().get(path`/iam/v2/groups/${emulator.organization.uid}`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    })();
    const ended = await Promise.allSettled([1, 2, 3, 4].map((n) => create(forOperation(context), group, team(n))));
    isOver = true;
    await others;
    assert.deepEqual(ended.map(failure), [undefined, undefined, undefined, undefined]);
  }).timeout(20_000);

  for (const adoptExisting of ["never", "identical", "sameKey"] as const) {
    it(`ignore an item of a list with an invalid uid, with adoptExisting ${adoptExisting} (row 72)`, async () => {
      const { emulator } = platform;
      const root = emulator.organization.uid;
      const context = newRun({ adoptExisting });
      await create(context, group, team(0));
      const groups = emulator.list("iam:Group").filter(({ uid }) => String(uid).startsWith(`${root}/`));
      const items = [...groups, { uid: `${root}/..`, name: "team-1" }];
      const body = JSON.stringify({ groups: items, totalCount: String(items.length) });
      const action = { kind: "body", status: 200, headers: json, body } as const;
      emulator.fault({ method: "GET", path: /^\/iam\/v2\/groups$/, action });
      assert.ok((await create(context, group, team(1))).uid.startsWith(`${root}/`));
    });
  }

  it("take over no identity that lets more callers in than the program, with adoptExisting identical (row 127)", async () => {
    const { emulator } = platform;
    const parentUid = emulator.organization.uid;
    const claimMatch = { issuer: ISSUER, subject: "repo:acme/app" };
    emulator.put("iam:Identity", parentUid, { name: "deploy", claimMatch: { ...claimMatch, audiencePattern: ".*" } });
    await assert.rejects(
      create(newRun({ adoptExisting: "identical" }), identity, { parentUid, name: "deploy", claimMatch }),
      /it has values that the program does not set: claimMatch\.audiencePattern/,
    );
  });
});

describe("a 429 that asks for a very short wait (row 104)", () => {
  for (const header of ["0", "0.001"]) {
    it(`is repeated after longer and longer waits (Retry-After: ${header})`, async () => {
      const { emulator, close } = await startPlatform();
      try {
        const target = path`/iam/v2/groups/${emulator.organization.uid}`;
        const client = new Client({
          transport: createTransport(new URL(emulator.url)),
          tokens: fixedToken(emulator.token, "test"),
          userAgent: "test",
          operationTimeoutMs: 2_000,
        });
        const action = { kind: "status", code: "RESOURCE_EXHAUSTED", headers: { "retry-after": header } } as const;
        const fault = emulator.fault({ method: "GET", path: target.text, times: Number.POSITIVE_INFINITY, action });
        let isOver = false;
        const limited = client
          .forOperation()
          .get(target)
          .catch(() => {
            isOver = true;
          });
        const until = Date.now() + 4_000;
        while (!isOver && Date.now() < until) {
          await client.forOperation().get(literal("/iam/v2/roles"));
          await new Promise((resolve) => setTimeout(resolve, 200));
        }
        assert.ok(fault.hits < 50, `${fault.hits} requests`);
        fault.remove();
        await limited;
      } finally {
        await close();
      }
    }).timeout(20_000);
  }
});
