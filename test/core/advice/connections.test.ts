import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RegistryClient } from "../../../src/client/api/registry/client";
import type { HttpReply, Transport } from "../../../src/client/api/transport";
import { connect } from "../../../src/client/connect";
import { Settings } from "../../../src/client/settings";
import { path } from "../../../src/description/wire/path";
import { startEmulator } from "../../../src/emulator";
import { registryAccess } from "../../../src/program/lookups/access";
import { getTagDigest, getTagHistory } from "../../../src/program/lookups/tag-history";
import { newAuthority } from "../../support/certificates";
import { startConnectProxy } from "../../support/connect-proxy";
import { answerOf, startRawServer } from "../../support/raw-server";

describe("advice about connections", () => {
  const authority = newAuthority("our own authority");
  let directory: string;
  const file = (name: string, text: string) => {
    writeFileSync(join(directory, name), text, { mode: 0o600 });
    return join(directory, name);
  };
  before(() => {
    directory = mkdtempSync(join(tmpdir(), "platform-advice-"));
  });
  after(() => rmSync(directory, { recursive: true }));

  /** A platform over TLS while a test runs; the test gets the settings that lead to it. */
  async function platform(test: (environment: Record<string, string>) => Promise<void>) {
    const server = createServer(authority.issue("host.example.com", 1), (_request, response) =>
      response.end('{"uid":"org/team"}'),
    );
    server.on("tlsClientError", () => undefined).listen(0, "127.0.0.1");
    await once(server, "listening");
    // The names are outside of this machine, and the proxy connects to them.
    const proxy = await startConnectProxy({ to: (server.address() as AddressInfo).port });
    try {
      await test({
        PLATFORM_BASE_URL: "https://host.example.com",
        PLATFORM_TOKEN: "a-token",
        PLATFORM_PROXY: `http://127.0.0.1:${proxy.port}`,
      });
    } finally {
      server.close();
      server.closeAllConnections();
      await proxy.close();
    }
  }

  const ask = async (environment: Record<string, string>, config: Record<string, string> = {}) =>
    (await connect(new Settings((key) => config[key], environment)).get(path`/iam/v2/groups/${"org/team"}`)).uid;

  it("names your own certificate authority, by either setting", () =>
    platform(async (environment) => {
      await assert.rejects(
        ask(environment),
        /If it is your own authority, name its file with platform:caFile or PLATFORM_CA_FILE$/,
      );
      const ca = file("ca.pem", authority.ca);
      assert.equal(await ask({ ...environment, PLATFORM_CA_FILE: ca }), "org/team");
      assert.equal(await ask(environment, { "platform:caFile": ca }), "org/team");
    }));

  it("replaces a disabled certificate check by your own authority", () =>
    platform(async (environment) => {
      const off = { ...environment, NODE_TLS_REJECT_UNAUTHORIZED: "0" };
      const PLATFORM_CA_FILE = file("ca.pem", authority.ca);
      const advice =
        /\n- Unset it, and name the file of your own authority with platform:caFile or PLATFORM_CA_FILE\.$/;
      await assert.rejects(ask(off), advice);
      await assert.rejects(ask({ ...off, PLATFORM_CA_FILE }), advice);
      assert.equal(await ask({ ...environment, PLATFORM_CA_FILE }), "org/team");
    }));

  it("corrects the user and the password of a proxy", async () => {
    const good = `Basic ${Buffer.from("me:right").toString("base64")}`;
    const server = await startRawServer((socket) => socket.write(answerOf('{"uid":"org/team"}')));
    const proxy = await startConnectProxy({
      to: Number(new URL(server.url).port),
      instead: (socket) => {
        if (proxy.asked.at(-1)?.includes(good)) return "open";
        socket.end("HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n");
        return undefined;
      },
    });
    const through = (password: string) => ({
      PLATFORM_BASE_URL: "https://host.example.com",
      PLATFORM_TOKEN: "a-token",
      PLATFORM_PROXY: `http://me:${password}@127.0.0.1:${proxy.port}`,
    });
    try {
      await assert.rejects(ask(through("wrong")), /HTTP 407\)\. Check the user and password in PLATFORM_PROXY$/);
      // The tunnel is open now; what is behind it speaks no TLS, which is not the proxy's fault.
      await assert.rejects(ask(through("right")), (error: Error) => !error.message.includes("the proxy of"));
    } finally {
      await proxy.close();
      await server.close();
    }
  });
});

describe("advice about addresses and the registry", () => {
  const page = answerOf("<html>Welcome</html>", { status: "404 Not Found" });
  const history = { org: "acme", image: "app", tag: "v1" };
  const records = [{ updateTimestamp: "2026-01-01T00:00:00.000Z", digest: `sha256:${"a".repeat(64)}` }];

  it("corrects the addresses of the platform and of the registry", async () => {
    const emulator = await startEmulator();
    const elsewhere = await startRawServer((socket) => socket.write(page));
    const settings = (environment: Record<string, string>) =>
      new Settings(() => undefined, { ...emulator.environment, ...environment });
    try {
      const root = emulator.organization.uid;
      const ask = async (environment: Record<string, string>) =>
        (await connect(settings(environment)).get(path`/iam/v2/groups/${root}`)).uid;
      const advice = /Check the base URL \(platform:baseUrl or PLATFORM_BASE_URL\)$/;
      await assert.rejects(ask({ PLATFORM_BASE_URL: elsewhere.url }), advice);
      await assert.rejects(ask({ PLATFORM_BASE_URL: `${emulator.url}/api` }), advice);
      assert.equal(await ask({}), root);

      emulator.history("acme/app", "v1", records);
      const tags = (environment: Record<string, string>) =>
        getTagHistory(registryAccess(settings(environment)), history);
      await assert.rejects(
        tags({ PLATFORM_REGISTRY_URL: elsewhere.url }),
        /Check the registry's address \(platform:registryUrl or PLATFORM_REGISTRY_URL\)$/,
      );
      assert.deepEqual(await tags({}), records);
    } finally {
      await elsewhere.close();
      await emulator.close();
    }
  });

  it("gets a private image with the identity of a CI job, or with a registry token", async () => {
    const emulator = await startEmulator();
    const claimMatch = { issuer: "https://token.ci.example.com", subject: "repo:acme/web" };
    const root = emulator.organization.uid;
    emulator.history("acme/app", "v1", records);
    const identity = String(emulator.put("iam:Identity", root, { name: "bot", claimMatch }).uid);
    const roleUid = String(emulator.list("iam:Role").find(({ name }) => name === "owner")?.uid);
    emulator.put("iam:RoleBinding", root, { identityUid: identity, roleUid });
    const { PLATFORM_REGISTRY_TOKEN = "", ...environment } = emulator.environment;
    // Another origin for the same server: the platform's own token does not go there.
    const PLATFORM_REGISTRY_URL = emulator.registryUrl.replace("127.0.0.1", "localhost");
    const tags = (more: Record<string, string>) =>
      getTagHistory(
        registryAccess(new Settings(() => undefined, { ...environment, PLATFORM_REGISTRY_URL, ...more })),
        history,
      );
    try {
      await assert.rejects(
        tags({}),
        /Set platform:registryToken or PLATFORM_REGISTRY_TOKEN\. In a CI job, you can instead set platform:identity/,
      );
      assert.deepEqual(await tags({ PLATFORM_REGISTRY_TOKEN }), records);
      const PLATFORM_ID_TOKEN = await emulator.idToken({ ...claimMatch, audience: new URL(emulator.url).host });
      assert.deepEqual(await tags({ PLATFORM_IDENTITY: identity, PLATFORM_ID_TOKEN }), records);
    } finally {
      await emulator.close();
    }
  });

  it("names the identity that the registry refuses: it lies below the root group, or lacks the role (row 277)", async () => {
    const emulator = await startEmulator();
    const claimMatch = { issuer: "https://token.ci.example.com", subject: "repo:acme/web" };
    const root = emulator.organization.uid;
    emulator.history("acme/app", "v1", records);
    const { PLATFORM_REGISTRY_TOKEN: _, ...environment } = emulator.environment;
    const PLATFORM_REGISTRY_URL = emulator.registryUrl.replace("127.0.0.1", "localhost");
    const PLATFORM_ID_TOKEN = await emulator.idToken({ ...claimMatch, audience: new URL(emulator.url).host });
    const roleUid = String(emulator.list("iam:Role").find(({ name }) => name === "registry.pull")?.uid);
    const bind = (identityUid: string) => emulator.put("iam:RoleBinding", root, { identityUid, roleUid });
    const identityIn = (group: string) => String(emulator.put("iam:Identity", group, { name: "bot", claimMatch }).uid);
    const tags = (identity: string) =>
      getTagHistory(
        registryAccess(
          new Settings(() => undefined, {
            ...environment,
            PLATFORM_REGISTRY_URL,
            PLATFORM_IDENTITY: identity,
            PLATFORM_ID_TOKEN,
          }),
        ),
        history,
      );
    try {
      const team = String(emulator.put("iam:Group", root, { name: "team" }).uid);
      const inTeam = identityIn(team);
      bind(inTeam);
      await assert.rejects(tags(inTeam), ({ message }: Error) =>
        message.includes(`for the identity ${inTeam}, which is in group ${team}, not in the root group.`),
      );
      const atRoot = identityIn(root);
      await assert.rejects(tags(atRoot), ({ message }: Error) =>
        message.includes(`for the identity ${atRoot}. It needs the role registry.pull, or one with its capabilities`),
      );
      bind(atRoot);
      assert.deepEqual(await tags(atRoot), records);
    } finally {
      await emulator.close();
    }
  });

  it("asks for a part of a history that has no end", async function () {
    this.timeout(60_000);
    const first = Date.parse("2020-01-01T00:00:00Z");
    // One record in each second since then, without end, and a window of 1,000 of them at once.
    const transport: Transport = async ({ path: asked, query = [] }): Promise<HttpReply> => {
      if (asked.text === "/token") return { status: 200, headers: {}, text: '{"token":"registry-token"}' };
      const bounds = new Map(query);
      const from = Math.max(first, Math.ceil(Date.parse(bounds.get("start") ?? "2020-01-01T00:00:00Z") / 1000) * 1000);
      const until = bounds.has("end") ? Date.parse(String(bounds.get("end"))) : Number.POSITIVE_INFINITY;
      const found = Array.from({ length: 1000 }, (_, i) => from + i * 1000).filter((time) => time <= until);
      const text = found.map((time) => ({ updateTimestamp: new Date(time).toISOString(), digest: records[0]?.digest }));
      return { status: 200, headers: {}, text: JSON.stringify({ history: text }) };
    };
    const client = new RegistryClient({ transport, historySegment: "_service", userAgent: "test" });
    const access = { client, publicOrg: () => "public" };
    const advice = /Use start and end of getTagHistory to read a part of it$/;
    // It looks through the month before, which is too much of such a history.
    await assert.rejects(getTagDigest(access, { ...history, at: "2021-01-01T00:00:00Z" }), advice);
    const minute = { start: "2021-01-01T00:00:00Z", end: "2021-01-01T00:01:00Z" };
    assert.equal(
      (await getTagHistory(access, { ...history, ...minute })).at(-1)?.updateTimestamp,
      "2021-01-01T00:01:00.000Z",
    );
  });
});
