import assert from "node:assert/strict";
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { faultForm } from "../../src/emulator/faults/fault-line";
import type { Emulator } from "../../src/emulator/index";
import { type Call, send, test, withFile } from "./local";

/** What `-o json` prints. */
type Summary = Pick<Emulator, "url" | "controlUrl" | "organization" | "environment">;

type Child = ChildProcessByStdio<null, Readable, Readable>;

const run = (...flags: string[]): Child =>
  spawn(process.execPath, ["--require", "./tools/typescript.cjs", "src/command/main.ts", "emulator", ...flags], {
    stdio: ["ignore", "pipe", "pipe"],
  });

/** Starts the command and calls a function with what it prints, then kills it. */
async function running(
  flags: readonly string[],
  work: (summary: Summary & { call: Call }, child: Child) => Promise<void>,
) {
  const child = run("--port", "0", "-o", "json", ...flags);
  try {
    const [line] = (await once(createInterface(child.stdout), "line")) as [string];
    const summary = JSON.parse(line) as Summary;
    const call: Call = (request, body) => send(summary.url, request, body, summary.environment.PLATFORM_TOKEN);
    await work({ ...summary, call }, child);
  } finally {
    child.kill("SIGKILL");
  }
}

/** What a call that fails prints to both streams, and its exit code. */
async function failing(...flags: string[]): Promise<unknown[]> {
  const child = run(...flags);
  const [err, out, [status]] = await Promise.all([textOf(child.stderr), textOf(child.stdout), once(child, "exit")]);
  return [err, out, status];
}

const help = 'Run "pulumi-platform emulator --help" to see what is possible.';

const textOf = async (stream: Readable): Promise<string> => {
  const chunks: unknown[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return chunks.join("");
};

describe("the command pulumi-platform emulator", function () {
  // Each test starts processes, which takes long on a busy machine.
  this.timeout(120_000);

  it("prints its addresses as one line of JSON, has the faults of the call, and writes its state file when it is stopped", () =>
    withFile(async (file) => {
      const faults = [
        "--fault",
        "GET /iam/v2/roles times=always every=2 status=UNAVAILABLE",
        "--fault",
        "PUT /iam hang",
      ];
      await running(["--file", file, "--emit-unpopulated", ...faults], async (started, child) => {
        const { url, controlUrl, organization, environment, call } = started;
        assert.deepEqual([environment.PLATFORM_BASE_URL, controlUrl], [url, `${url}/emulator/v1`]);
        const action = { kind: "status", code: "UNAVAILABLE" };
        const fault = { method: "GET", path: "/iam/v2/roles", times: "always", every: 2, action };
        const second = { method: "PUT", path: "/iam", action: { kind: "hang" } };
        const listed = [fault, second].map((one, i) => ({ id: String(i + 1), hits: 0, fault: one }));
        assert.deepEqual((await call("GET /emulator/v1/faults")).body, { faults: listed });
        const reply = await call(`POST /iam/v2/groups/${organization.uid}`, { name: "team" });
        assert.deepEqual([reply.status, reply.body.description], [200, ""]);
        child.kill("SIGTERM");
        assert.deepEqual(await once(child, "exit"), [0, null]);
      });
      assert.match(readFileSync(file, "utf8"), /"name":"team"/);
    }));

  it("prints lines to paste into a shell", async () => {
    const child = run("--port", "0");
    try {
      let text = "";
      for await (const line of createInterface(child.stdout)) {
        text += `${line}\n`;
        if (line.includes("Ctrl-C")) child.kill("SIGINT");
      }
      assert.match(text, /^Control API: http:\/\/127\.0\.0\.1:\d+\/emulator\/v1$/m);
      const names = "BASE_URL REGISTRY_URL TOKEN IDENTITY REGISTRY_TOKEN PUBLIC_ORG VENDOR ORGANIZATION".split(" ");
      const found = [...text.matchAll(/^export PLATFORM_(\w+)=/gm)].map(([, name]) => name);
      assert.deepEqual(found, names);
      assert.equal(child.exitCode ?? (await once(child, "exit"))[0], 0);
    } finally {
      child.kill("SIGKILL");
    }
  });

  test("reports a port in use in one line and fails, and starts on another port", async ({ url }) => {
    const { port } = new URL(url);
    const line = `error: port ${port} of 127.0.0.1 is in use. Choose another one with --port. The port 0 finds a free one\n`;
    assert.deepEqual(await failing("--port", port), [line, "", 1]);
    await running([], async (another) => assert.notEqual(another.url, url));
  });

  it("reports a bad fault and the right form in one line, and starts nothing", async () => {
    const reason = "error: option '--fault <fault>' argument 'POST /iam hold' is invalid. \"hold\": unknown word. ";
    const line = `${reason}It must have the form ${faultForm}. ${help}\n`;
    const faults = ["--fault", "POST /iam reset", "--fault", "POST /iam hold"];
    assert.deepEqual(await failing("--port", "0", ...faults), [line, "", 1]);
  });

  it("prints an ID token that an identity accepts, or the correct form after a misspelling (row 275)", async () => {
    const form = "issuer=…,subject=…[,audience=…]";
    const [text, , status] = await failing("--port", "0", "--id-token", "issuer=https://ci.example.com,sub=job");
    assert.ok(String(text).includes(`It must have the form ${form}`), String(text));
    assert.equal(status, 1);
    const right = form.replace("…", "https://ci.example.com").replace("…", "a,b=c").replace("[,audience=…]", "");
    await running(["--id-token", right], async ({ url, organization, environment, call }) => {
      const claimMatch = { issuer: "https://ci.example.com", subject: "a,b=c" };
      const { body } = await call(`POST /iam/v2/identities/${organization.uid}`, { name: "web-ci", claimMatch });
      const exchange = `POST /sts/exchange?aud=x&identity=${String(body.uid)}`;
      assert.equal((await send(url, exchange, undefined, environment.PLATFORM_ID_TOKEN)).status, 200);
    });
  });
});
