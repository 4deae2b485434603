import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { describeEngine } from "../support/describe-engine";
import { PROGRAM_PROCESS } from "../support/stack";
import { writeFiles } from "../support/workspace";

/** A port at which nothing listens. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // A TCP server has one.
  server.close();
  return port;
}

/**
 * Time limit of a program in milliseconds. The programs run in the CLI's own language host, which inspects errors in color. Node
 * 20 and 22 can then loop for 45 to 75 s over the frames that the source maps of Pulumi's SDK create.
 */
const LIMIT_MS = 30_000;

describeEngine(
  "a program whose lookup fails",
  (engine) => {
    /** Each kind of program meets another path through the SDK. */
    const programs: Readonly<Record<string, (call: string) => string>> = {
      "that is awaited": (call) => `module.exports = (async () => ({ uid: (await ${call}).uid }))();`,
      "inside apply": (call) => `exports.uid = pulumi.output("x").apply(async () => (await ${call}).uid);`,
      "in its Output form": (call) => `exports.uid = ${call.replace("getRole(", "getRoleOutput(")}.uid;`,
      "that a resource depends on": (call) => `new platform.Group("g", { parentUid: ${call}.then((r) => r.uid) });`,
    };
    const failures: Readonly<Record<string, readonly [environment: () => Promise<Record<string, string>>, RegExp]>> = {
      "nothing is found": [
        async () => ({}),
        /NoSingleAnswerError: getRole by name: there is no such role\. Existing names:/,
      ],
      "the token is wrong": [
        async () => ({ PLATFORM_TOKEN: "wrong-token-1234" }),
        /UnauthenticatedError: \[UNAUTHENTICATED\] GET \/iam\/v2\/roles: .*Check the token: PLATFORM_TOKEN/,
      ],
      "nothing listens at the address": [
        async () => ({ PLATFORM_BASE_URL: `http://127.0.0.1:${await freePort()}` }),
        /TransportError: GET \/iam\/v2\/roles: cannot connect to http:\/\/127\.0\.0\.1:\d+ \(ECONNREFUSED\).*\. Check the base URL \(platform:baseUrl or PLATFORM_BASE_URL\)/,
      ],
    };

    const cases = Object.entries(programs).map(([way, program], i) => {
      const named = Object.entries(failures);
      return { way, program, failure: named[i % named.length] };
    });
    for (const { way, program, failure } of cases) {
      const [what = "", [environment, message] = [async () => ({}), /./]] = failure ?? [];
      it(`(${way}, ${what}) ends within seconds, with one short message`, async () => {
        writeFiles(engine.workspace.directory, {
          "index.js": [
            'const pulumi = require("@pulumi/pulumi");',
            'const platform = require("pulumi-platform");',
            program('platform.getRole({ name: "no-such-role" })'),
          ].join("\n"),
        });
        const extra = { ...PROGRAM_PROCESS, ...(await environment()) };
        const startedAt = Date.now();
        const { code, output } = await engine.stack.run(["preview", "--suppress-progress"], extra);
        const took = Date.now() - startedAt;
        assert.notEqual(code, 0);
        assert.match(output, message);
        assert.ok(!/node_modules|node:internal|PromiseRejectionHandledWarning/.test(output), output);
        assert.ok(took < LIMIT_MS, `${took} ms`);
      });
    }

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

    it("is shown as fast as an error in apply whose stack is its message", async () => {
      writeFiles(engine.workspace.directory, {
        "index.js": [
          'const pulumi = require("@pulumi/pulumi");',
          'const error = new Error("the program is wrong");',
          "error.stack = error.message;",
          'exports.x = pulumi.output("x").apply(() => { throw error; });',
        ].join("\n"),
      });
      const startedAt = Date.now();
      const { output } = await engine.stack.run(["preview", "--suppress-progress"], PROGRAM_PROCESS);
      assert.match(output, /the program is wrong/);
      assert.ok(Date.now() - startedAt < LIMIT_MS);
    });
  },
  { shared: true },
);
