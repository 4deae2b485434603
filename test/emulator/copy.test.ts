import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { FlagsFor } from "../../src/command/command";
import type { emulator as declaration } from "../../src/command/commands/emulator/declaration";
import { run } from "../../src/command/commands/emulator/run";
import { CallError, CLEAN } from "../../src/command/declaration";
import { readableKinds } from "../../src/command/organization/read";
import type { Emulator } from "../../src/emulator/index";
import { startPlatform } from "../support/platform";
import { send, test, withEmulator, withFile } from "./local";

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
          const objects = async ({ url, environment }: Pick<Emulator, "url" | "environment">) => {
            const request = `GET ${collection}?page_size=200`;
            const { body } = await send(url, request, undefined, environment.PLATFORM_TOKEN);
            const items = (Object.values(body).find(Array.isArray) ?? []) as { uid: string }[];
            const isCopied = ({ uid }: { uid: string }) =>
              `${uid}/`.startsWith(`${flags.from}/`) || (/^[^/]+$/.test(uid) && type === "iam:Role");
            return items.filter(isCopied).sort((a, b) => (a.uid < b.uid ? -1 : 1));
          };
          assert.deepEqual(await objects(copy), await objects(emulator), type);
        }
      });
      assert.match(told, /^Copied \d+ objects\. The copy has no secrets, codes of invites, SCIM tokens/);
      assert.ok(emulator.requests.every(({ method }) => method === "GET"));
    } finally {
      await source.close();
    }
  });

  it("has no secret of sinks and overlays, neither in memory nor in its file (row 199)", () =>
    withFile((file) =>
      withEmulator({}, async (source) => {
        const root = source.organization.uid;
        for (const path of ["canary-one?sig=canary", "canary-two"])
          source.put("events:Subscription", root, { sink: `https://hooks.example.com/services/${path}` });
        source.put("events:Subscription", root, { sink: "https://plain.example.com" });
        const customOverlay = { environment: { DB_PASSWORD: "canary-password" }, annotations: { team: "web" } };
        source.put("registry:Repo", root, { name: "app", sync_config: { source: "public-org/nginx" }, customOverlay });
        const { told } = await withCopy({ from: root, file }, source.environment, async ({ url, environment }) => {
          const read = async (path: string) =>
            (await send(url, `GET ${path}`, undefined, environment.PLATFORM_TOKEN)).text;
          const subscriptions = await read("/events/v2/subscriptions");
          const sinks = [...subscriptions.matchAll(/"sink": ?"([^"]*)"/g)].map(([, sink = ""]) => sink).sort();
          const [one = "", other = "", plain] = sinks;
          for (const sink of [one, other]) assert.match(sink, /^https:\/\/hooks\.example\.com\/not-copied-/);
          assert.notEqual(one, other);
          assert.equal(plain, "https://plain.example.com");
          assert.match(await read("/registry/v2/repos"), /"DB_PASSWORD": ?"not-copied-.*"team": ?"web"/);
        });
        assert.match(told, /The copy has only the origins of sinks/);
        assert.doesNotMatch(readFileSync(file, "utf8"), /canary/);
      })(),
    ));

  it("stays unchanged if its file already exists", () =>
    withFile((file) =>
      withEmulator({}, async (source) => {
        const flags = { from: source.organization.uid, file };
        await withCopy(flags, source.environment, async ({ url, environment, organization }) => {
          const create = `POST /iam/v2/groups/${organization.uid}`;
          assert.equal((await send(url, create, { name: "tried" }, environment.PLATFORM_TOKEN)).status, 200);
        });
        const { told } = await withCopy(flags, { PLATFORM_BASE_URL: "http://127.0.0.1:9" }, async ({ organization }) =>
          assert.equal(organization.uid, source.organization.uid),
        );
        assert.equal(told, "");
        assert.match(readFileSync(file, "utf8"), /"name":"tried"/);
      })(),
    ));

  test("is made of an organization only, and the error names it", async ({ put, organization, environment }) => {
    const from = String(put("iam:Group", organization.uid, { name: "team" }).uid);
    await assert.rejects(
      withCopy({ from }, environment, async () => undefined),
      (error: Error) => {
        assert.ok(error instanceof CallError);
        assert.ok(error.message.endsWith(`is a group in one. Use ${organization.uid}`), error.message);
        return true;
      },
    );
  });
});
