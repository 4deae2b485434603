import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FlagsFor } from "../../src/command/command";
import type { emulator as declaration } from "../../src/command/commands/emulator/declaration";
import { run } from "../../src/command/commands/emulator/run";
import { CallError, CLEAN } from "../../src/command/declaration";
import { readableKinds } from "../../src/command/organization/read";
import { type Emulator, startEmulator } from "../../src/emulator/index";
import { startPlatform } from "../support/platform";
import { send } from "./local";

/** Runs the command in this process and calls a function with its platform, then stops it. */
async function withCopy(
  flags: Partial<FlagsFor<typeof declaration>>,
  environment: Readonly<Record<string, string>>,
  work: (copy: Pick<Emulator, "url" | "organization" | "environment">) => Promise<void>,
): Promise<{ readonly told: string }> {
  const told: string[] = [];
  let started: (line: string) => void = () => undefined;
  const line = new Promise<string>((resolve) => {
    started = resolve;
  });
  const before = { ...process.env };
  Object.assign(process.env, environment);
  const sink = (write: (text: string) => void) => ({ write, isTerminal: false, columns: undefined, hasColors: false });
  const terminal = { out: sink((text) => started(text)), err: sink((text) => void told.push(text)) };
  const defaults = {
    port: 0,
    latency: 0,
    maskSpelling: "snake",
    historyBounds: "inclusive",
    tokenForm: "jwt",
    emitUnpopulated: false,
  } as const;
  const ended = run({
    arguments: [],
    flags: { ...defaults, output: "json", ...flags },
    terminal,
    progress: () => undefined,
  });
  try {
    const first = await Promise.race([line, ended.then(() => assert.fail("it ended"))]);
    await work(JSON.parse(first));
  } finally {
    process.env = before;
    process.emit("SIGTERM", "SIGTERM");
  }
  assert.equal(await ended, CLEAN);
  return { told: told.join("") };
}

describe("a copy of an organization", function () {
  this.timeout(60_000);

  it("has the same objects of every kind, with the same uids, and reports what it lacks", async () => {
    const source = await startPlatform();
    try {
      const { emulator } = source;
      const flags = { from: emulator.organization.uid };
      const { told } = await withCopy(flags, emulator.environment, async (copy) => {
        assert.deepEqual(copy.organization, emulator.organization);
        assert.notEqual(copy.environment.PLATFORM_TOKEN, emulator.token);
        for (const { collection, type } of readableKinds) {
          const objects = async (of: Pick<Emulator, "url" | "environment">) => {
            const { body } = await send(
              of.url,
              `GET ${collection}?page_size=200`,
              undefined,
              of.environment.PLATFORM_TOKEN,
            );
            const items = (Object.values(body).find(Array.isArray) ?? []) as { uid: string }[];
            const isCopied = ({ uid }: { uid: string }) =>
              `${uid}/`.startsWith(`${flags.from}/`) || (/^[^/]+$/.test(uid) && type === "iam:Role");
            return items.filter(isCopied).sort((a, b) => (a.uid < b.uid ? -1 : 1));
          };
          const there = await objects({ url: emulator.url, environment: emulator.environment });
          assert.deepEqual(await objects(copy), there, type);
        }
      });
      assert.match(told, /^Copied \d+ objects\. The copy has no secrets, codes of invites, SCIM tokens/);
      assert.ok(emulator.requests.every(({ method }) => method === "GET"));
    } finally {
      await source.close();
    }
  });

  it("has no secret of sinks and overlays, neither in memory nor in its file (row 199)", async () => {
    const source = await startEmulator();
    const folder = mkdtempSync(join(tmpdir(), "copy-"));
    const root = source.organization.uid;
    for (const path of ["canary-one?sig=canary", "canary-two"]) {
      source.put("events:Subscription", root, { sink: `https://hooks.example.com/services/${path}` });
    }
    source.put("events:Subscription", root, { sink: "https://plain.example.com" });
    const customOverlay = { environment: { DB_PASSWORD: "canary-password" }, annotations: { team: "web" } };
    source.put("registry:Repo", root, { name: "app", sync_config: { source: "public-org/nginx" }, customOverlay });
    const flags = { from: root, file: join(folder, "state.json") };
    try {
      const { told } = await withCopy(flags, source.environment, async ({ url, environment }) => {
        const read = async (path: string) =>
          (await send(url, `GET ${path}`, undefined, environment.PLATFORM_TOKEN)).text;
        const subscriptions = JSON.parse(await read("/events/v2/subscriptions")) as { items?: object };
        const sinks = [...JSON.stringify(subscriptions).matchAll(/"sink":"([^"]*)"/g)].map(([, sink = ""]) => sink);
        assert.equal(new Set(sinks).size, 3);
        assert.equal(sinks.filter((sink) => sink.startsWith("https://hooks.example.com/not-copied-")).length, 2);
        assert.ok(sinks.includes("https://plain.example.com"));
        const repos = await read("/registry/v2/repos");
        assert.match(repos, /"DB_PASSWORD": ?"not-copied-/);
        assert.match(repos, /"team": ?"web"/);
      });
      assert.match(told, /The copy has only the origins of sinks/);
      assert.doesNotMatch(readFileSync(flags.file, "utf8"), /canary/);
    } finally {
      await source.close();
      rmSync(folder, { recursive: true });
    }
  });

  it("stays unchanged if its file already exists", async () => {
    const source = await startEmulator();
    const folder = mkdtempSync(join(tmpdir(), "copy-"));
    const flags = { from: source.organization.uid, file: join(folder, "state.json") };
    try {
      await withCopy(flags, source.environment, async ({ url, environment, organization }) => {
        const create = `POST /iam/v2/groups/${organization.uid}`;
        const answer = await send(url, create, { name: "tried" }, environment.PLATFORM_TOKEN);
        assert.equal(answer.status, 200);
      });
      const { told } = await withCopy(flags, { PLATFORM_BASE_URL: "http://127.0.0.1:9" }, async ({ organization }) =>
        assert.equal(organization.uid, source.organization.uid),
      );
      assert.equal(told, "");
      assert.match(readFileSync(flags.file, "utf8"), /"name":"tried"/);
    } finally {
      await source.close();
      rmSync(folder, { recursive: true });
    }
  });

  it("is made of an organization only, and the error names it", async () => {
    const source = await startPlatform();
    try {
      const { emulator } = source;
      const group = String(emulator.put("iam:Group", emulator.organization.uid, { name: "team" }).uid);
      const refused: unknown = await withCopy({ from: group }, emulator.environment, async () => undefined).catch(
        (error: unknown) => error,
      );
      assert.ok(refused instanceof CallError);
      const [, advised = ""] = /is a group in one\. Use (\S+)$/.exec(refused.message) ?? [];
      await withCopy({ from: advised }, emulator.environment, async ({ organization }) =>
        assert.equal(organization.uid, advised),
      );
    } finally {
      await source.close();
    }
  });
});
