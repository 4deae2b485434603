import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { succeeded } from "../support/engine";
import { PROGRAM_PROCESS } from "../support/stack";
import { writeFiles } from "../support/workspace";
import { describeEngine } from "./describe-engine";

/** A port at which nothing listens. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // A TCP server has one.
  server.close();
  return port;
}

/** Time limit in milliseconds. Node 20 and 22 can loop for 45 to 75 s over the frames of source maps, because errors are inspected. */
const LIMIT_MS = 30_000;

describeEngine(
  "a program whose lookup fails",
  (engine) => {
    const nowhere = async () => ({ PLATFORM_BASE_URL: `http://127.0.0.1:${await freePort()}` });
    const getRole = 'platform.getRole({ name: "no-such-role" })';
    const nothing = /NoSingleAnswerError: getRole by name: there is no such role\. Existing names:/;
    // Each kind of program meets another path through the SDK.
    for (const { way, what, program, environment, message } of [
      {
        way: "that is awaited",
        what: "nothing is found",
        program: `module.exports = (async () => ({ uid: (await ${getRole}).uid }))();`,
        environment: async () => ({}),
        message: nothing,
      },
      {
        way: "inside apply",
        what: "the token is wrong",
        program: `exports.uid = pulumi.output("x").apply(async () => (await ${getRole}).uid);`,
        environment: async () => ({ PLATFORM_TOKEN: "wrong-token-1234" }),
        message: /UnauthenticatedError: \[UNAUTHENTICATED\] GET \/iam\/v2\/roles: .*Check the token: PLATFORM_TOKEN/,
      },
      {
        way: "in its Output form",
        what: "nothing listens at the address",
        program: `exports.uid = ${getRole.replace("getRole", "getRoleOutput")}.uid;`,
        environment: nowhere,
        message:
          /TransportError: GET \/iam\/v2\/roles: cannot connect to http:\/\/127\.0\.0\.1:\d+ \(ECONNREFUSED\).*\. Check the base URL \(platform:baseUrl or PLATFORM_BASE_URL\)/,
      },
      {
        way: "that a resource depends on",
        what: "nothing is found",
        program: `new platform.Group("g", { parentUid: ${getRole}.then((r) => r.uid) });`,
        environment: async () => ({}),
        message: nothing,
      },
    ])
      it(`(${way}, ${what}) ends within seconds, with one short message`, async () => {
        const head = 'const pulumi = require("@pulumi/pulumi"); const platform = require("pulumi-platform");';
        writeFiles(engine.workspace.directory, { "index.js": `${head}\n${program}` });
        const extra = { ...PROGRAM_PROCESS, ...(await environment()) };
        const startedAt = Date.now();
        const { code, output } = await engine.stack.run(["preview", "--suppress-progress"], extra);
        const took = Date.now() - startedAt;
        assert.notEqual(code, 0);
        assert.match(output, message);
        assert.ok(!/node_modules|node:internal|PromiseRejectionHandledWarning/.test(output), output);
        assert.ok(took < LIMIT_MS, `${took} ms`);
      });

    it("without a setting or with a misspelled argument shows one error, without a stack trace or a warning of Node's (row 194)", async () => {
      const settings = { PLATFORM_BASE_URL: "", PLATFORM_TOKEN: "" };
      for (const [program, environment, shown] of [
        ['exports.uid = platform.getRoleOutput({ name: "x" }).uid;', settings, "error: platform:baseUrl is not set"],
        ['new platform.Group("g", { parentUid: "org" });', settings, "error: platform:baseUrl is not set"],
        ['exports.uid = platform.getRoleOutput({ nme: "x" }).uid;', {}, "ArgumentError: getRole: nme is unknown"],
      ] as const) {
        const head = 'const pulumi = require("@pulumi/pulumi"); const platform = require("pulumi-platform");';
        writeFiles(engine.workspace.directory, { "index.js": `${head}\n${program}` });
        const up = ["up", "--yes", "--skip-preview", "--suppress-progress"];
        const { code, output } = await engine.stack.run(up, { ...PROGRAM_PROCESS, ...environment });
        assert.notEqual(code, 0);
        const [, diagnostics = ""] = output.split("Diagnostics:");
        assert.ok(diagnostics.includes(shown), output);
        assert.equal(diagnostics.split("error:").length, 2, output);
        assert.doesNotMatch(diagnostics, /PromiseRejectionHandledWarning|^ +at /m);
      }
    });

    it("deletes nothing in an inline program of the Automation API, as the test's own are (row 297)", async () => {
      const [team = ""] = engine.world.uids["iam:Group"] ?? [];
      const program = `const platform = require("pulumi-platform"); new platform.PullToken("pull", { parentUid: "${engine.root}" });
        new platform.Repo("web", { parentUid: platform.getGroup({ uid: "${team}" }).then(({ uid }) => uid) });`;
      writeFiles(engine.workspace.directory, { "index.js": program });
      succeeded(await engine.stack.up());
      const recorded = engine.stack.recorded().length;
      const action = { kind: "status", code: "PERMISSION_DENIED" } as const;
      const fault = engine.emulator.fault({ method: "GET", path: /roles|groups/, times: 9, action });
      assert.equal((await engine.stack.up()).code, 1);
      assert.equal(engine.stack.recorded().length, recorded);
      fault.remove();
    });
  },
  { shared: true },
);
