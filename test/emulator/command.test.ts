import assert from "node:assert/strict";
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { faultForm } from "../../src/emulator/faults/fault-line";
import type { Emulator } from "../../src/emulator/index";
import { send, test } from "./local";

/** What `-o json` prints. */
type Summary = Pick<Emulator, "url" | "controlUrl" | "organization" | "environment">;

const run = (...flags: string[]): ChildProcessByStdio<null, Readable, Readable> =>
  spawn(process.execPath, ["--require", "./tools/typescript.cjs", "src/command/main.ts", "emulator", ...flags], {
    stdio: ["ignore", "pipe", "pipe"],
  });

const help = '\nRun "pulumi-platform emulator --help" to see what is possible.';

const textOf = async (stream: Readable): Promise<string> => {
  const chunks: unknown[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return chunks.join("");
};

describe("the command pulumi-platform emulator", function () {
  // Each test starts processes, which takes long on a busy machine.
  this.timeout(120_000);

  it("prints its address as one line of JSON, and writes its state file when it is stopped", async () => {
    const folder = mkdtempSync(join(tmpdir(), "emulator-"));
    const file = join(folder, "state.json");
    const child = run("--port", "0", "-o", "json", "--file", file, "--emit-unpopulated");
    try {
      const [line] = (await once(createInterface(child.stdout), "line")) as [string];
      const { url, organization, environment } = JSON.parse(line) as Summary;
      assert.equal(environment.PLATFORM_BASE_URL, url);
      const reply = await send(
        url,
        `POST /iam/v2/groups/${organization.uid}`,
        { name: "team" },
        environment.PLATFORM_TOKEN,
      );
      assert.deepEqual([reply.status, reply.body.description], [200, ""]);
      child.kill("SIGTERM");
      assert.deepEqual(await once(child, "exit"), [0, null]);
      assert.match(readFileSync(file, "utf8"), /"name":"team"/);
    } finally {
      child.kill("SIGKILL");
      rmSync(folder, { recursive: true });
    }
  });

  it("prints the address of its control, which takes the token of the environment, and lists the faults of the call", async () => {
    const child = run(
      "--port",
      "0",
      "-o",
      "json",
      "--fault",
      "GET /iam/v2/roles times=always every=2 status=UNAVAILABLE",
    );
    try {
      const [line] = (await once(createInterface(child.stdout), "line")) as [string];
      const { url, controlUrl, environment } = JSON.parse(line) as Summary;
      assert.equal(controlUrl, `${url}/emulator/v1`);
      const call = (request: string) => send(controlUrl, request, undefined, environment.PLATFORM_TOKEN);
      const action = { kind: "status", code: "UNAVAILABLE" };
      const fault = { method: "GET", path: "/iam/v2/roles", times: "always", every: 2, action };
      assert.deepEqual((await call("GET /faults")).body, { faults: [{ id: "1", hits: 0, fault }] });
      assert.equal((await call("DELETE /faults/1")).status, 200);
      assert.deepEqual((await call("GET /faults")).body, { faults: [] });
    } finally {
      child.kill("SIGKILL");
    }
  });

  it("prints lines to paste into a shell", async () => {
    const child = run("--port", "0");
    try {
      let text = "";
      for await (const line of createInterface(child.stdout)) {
        text += `${line}\n`;
        if (line.includes("Ctrl-C")) child.kill("SIGINT");
      }
      assert.match(text, /^Control API: http:\/\/127\.0\.0\.1:\d+\/emulator\/v1$/m);
      const exports = text.split("\n").filter((line) => line.startsWith("export "));
      const names = [
        ...["BASE_URL", "REGISTRY_URL", "TOKEN", "IDENTITY", "REGISTRY_TOKEN", "PUBLIC_ORG", "VENDOR"],
        "ORGANIZATION",
      ].map((name) => `export PLATFORM_${name}`);
      assert.deepEqual(
        exports.map((line) => line.slice(0, line.indexOf("="))),
        names,
      );
      assert.equal(child.exitCode ?? (await once(child, "exit"))[0], 0);
    } finally {
      child.kill("SIGKILL");
    }
  });

  test("reports a port in use in one line and fails, and starts on another port", async ({ url }) => {
    const { port } = new URL(url);
    const child = run("--port", port);
    const [text, [status]] = await Promise.all([textOf(child.stderr), once(child, "exit")]);
    const line = `error: port ${port} of 127.0.0.1 is in use. Choose another one with --port. The port 0 finds a free one\n`;
    assert.deepEqual([text, status], [line, 1]);
    const another = run("--port", "0", "-o", "json");
    try {
      const [summary] = (await once(createInterface(another.stdout), "line")) as [string];
      assert.notEqual((JSON.parse(summary) as Summary).url, url);
    } finally {
      another.kill("SIGKILL");
    }
  });

  it("applies the given faults one after the other", async () => {
    const faults = ["POST /iam/v2/groups after reset", "GET /iam/v2/roles nth=2 times=2 status=UNAVAILABLE"];
    const child = run("--port", "0", "-o", "json", ...faults.flatMap((fault) => ["--fault", fault]));
    try {
      const [line] = (await once(createInterface(child.stdout), "line")) as [string];
      const { url, organization, environment } = JSON.parse(line) as Summary;
      const call = (request: string, body?: unknown) => send(url, request, body, environment.PLATFORM_TOKEN);
      await assert.rejects(call(`POST /iam/v2/groups/${organization.uid}`, { name: "team" }));
      assert.equal((await call("GET /iam/v2/groups?name=team")).body.totalCount, "1");
      const statuses = [];
      for (let i = 0; i < 4; i++) statuses.push((await call("GET /iam/v2/roles")).status);
      assert.deepEqual(statuses, [200, 503, 503, 200]);
    } finally {
      child.kill("SIGKILL");
    }
  });

  it("reports a bad fault and the right form in one line, starts nothing, and accepts that form", async () => {
    const child = run("--port", "0", "--fault", "POST /iam reset", "--fault", "POST /iam hold");
    const [text, printed, [status]] = await Promise.all([
      textOf(child.stderr),
      textOf(child.stdout),
      once(child, "exit"),
    ]);
    const reason = "error: option '--fault <fault>' argument 'POST /iam hold' is invalid. \"hold\": unknown word. ";
    assert.equal(text, `${reason}It must have the form ${faultForm}.${help}\n`);
    assert.deepEqual([printed, status], ["", 1]);
    const formed = run(
      "--port",
      "0",
      "-o",
      "json",
      "--fault",
      "POST /iam before nth=1 times=2 chance=100 seed=7 reset",
    );
    try {
      const [summary] = (await once(createInterface(formed.stdout), "line")) as [string];
      const { url, organization, environment } = JSON.parse(summary) as Summary;
      await assert.rejects(send(url, `POST /iam/v2/groups/${organization.uid}`, {}, environment.PLATFORM_TOKEN));
    } finally {
      formed.kill("SIGKILL");
    }
  });

  it("prints an ID token that an identity accepts, or the correct form after a misspelling (row 275)", async () => {
    const form = "issuer=…,subject=…[,audience=…]";
    const wrong = run("--port", "0", "--id-token", "issuer=https://ci.example.com,sub=job");
    const [text, [status]] = await Promise.all([textOf(wrong.stderr), once(wrong, "exit")]);
    assert.ok(text.includes(`It must have the form ${form}`), text);
    assert.equal(status, 1);
    const right = form.replace("…", "https://ci.example.com").replace("…", "a,b=c").replace("[,audience=…]", "");
    const child = run("--port", "0", "-o", "json", "--id-token", right);
    try {
      const [line] = (await once(createInterface(child.stdout), "line")) as [string];
      const { url, organization, environment } = JSON.parse(line) as Summary;
      const claimMatch = { issuer: "https://ci.example.com", subject: "a,b=c" };
      const identities = `POST /iam/v2/identities/${organization.uid}`;
      const { body } = await send(url, identities, { name: "web-ci", claimMatch }, environment.PLATFORM_TOKEN);
      const exchange = `POST /sts/exchange?aud=x&identity=${String(body.uid)}`;
      assert.equal((await send(url, exchange, undefined, environment.PLATFORM_ID_TOKEN)).status, 200);
    } finally {
      child.kill("SIGKILL");
    }
  });

  it("refuses an invalid port", async () => {
    const child = run("--port", "http");
    const [text, [status]] = await Promise.all([textOf(child.stderr), once(child, "exit")]);
    assert.equal(
      text,
      `error: option '--port <number>' argument 'http' is invalid. It must be a whole number.${help}\n`,
    );
    assert.equal(status, 1);
  });
});
