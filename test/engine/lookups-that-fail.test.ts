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
    const declare = (program: string) => {
      const head = 'const pulumi = require("@pulumi/pulumi"); const platform = require("pulumi-platform");';
      writeFiles(engine.workspace.directory, { "index.js": `${head}\n${program}` });
    };
    // Each kind of program meets another path through the SDK.
    for (const { what, program, environment = async () => ({}), message = nothing } of [
      {
        what: "that is awaited, nothing is found",
        program: `module.exports = (async () => ({ uid: (await ${getRole}).uid }))();`,
      },
      {
        what: "inside apply, the token is wrong",
        program: `exports.uid = pulumi.output("x").apply(async () => (await ${getRole}).uid);`,
        environment: async () => ({ PLATFORM_TOKEN: "wrong-token-1234" }),
        message: /UnauthenticatedError: \[UNAUTHENTICATED\] GET \/iam\/v2\/roles: .*Check the token: PLATFORM_TOKEN/,
      },
      {
        what: "in its Output form, nothing listens at the address",
        program: `exports.uid = ${getRole.replace("getRole", "getRoleOutput")}.uid;`,
        environment: nowhere,
        message:
          /TransportError: GET \/iam\/v2\/roles: cannot connect to http:\/\/127\.0\.0\.1:\d+ \(ECONNREFUSED\).*\. Check the base URL \(platform:baseUrl or PLATFORM_BASE_URL\)/,
      },
      {
        what: "that a resource depends on, nothing is found",
        program: `new platform.Group("g", { parentUid: ${getRole}.then((r) => r.uid) });`,
      },
    ])
      it(`(${what}) ends within seconds, with one short message`, async () => {
        declare(program);
        const extra = { ...PROGRAM_PROCESS, ...(await environment()) };
        const startedAt = Date.now();
        const { code, output } = await engine.stack.run(["preview", "--suppress-progress"], extra);
        assert.ok(Date.now() - startedAt < LIMIT_MS, output);
        assert.notEqual(code, 0);
        assert.match(output, message);
        assert.ok(!/node_modules|node:internal|PromiseRejectionHandledWarning/.test(output), output);
      });

    it("without a setting or with a misspelled argument shows one error, without a stack trace or a warning of Node's (row 194)", async () => {
      const settings = { PLATFORM_BASE_URL: "", PLATFORM_TOKEN: "" };
      for (const [program, environment, shown] of [
        ['exports.uid = platform.getRoleOutput({ name: "x" }).uid;', settings, "error: platform:baseUrl is not set"],
        ['new platform.Group("g", { parentUid: "org" });', settings, "error: platform:baseUrl is not set"],
        ['exports.uid = platform.getRoleOutput({ nme: "x" }).uid;', {}, "ArgumentError: getRole: nme is unknown"],
      ] as const) {
        declare(program);
        const up = ["up", "--yes", "--skip-preview", "--suppress-progress"];
        const { code, output } = await engine.stack.run(up, { ...PROGRAM_PROCESS, ...environment });
        assert.notEqual(code, 0);
        const [, diagnostics = ""] = output.split("Diagnostics:");
        assert.ok(diagnostics.includes(shown), output);
        assert.equal(diagnostics.split("error:").length, 2, output);
        assert.doesNotMatch(diagnostics, /PromiseRejectionHandledWarning|^ +at /m);
      }
    });

    it("deletes nothing in an inline program of the Automation API, as the test's own are, unless it is caught, and waits for lookups (row 297)", async () => {
      const program = (uid: string, more = "") => `
        const hooks = { beforeDelete: [new pulumi.ResourceHook("hook", () => undefined)] }; ${more} new platform.PullToken("pull", { parentUid: "${engine.root}" });
        platform.getGroup({ uid: "${engine.world.uids["iam:Group"]?.[0]}" }).then(({ uid }) => new platform.Repo("web", { parentUid: uid }));
        new platform.Repo("own", { parentUid: pulumi.output("${engine.root}").apply((uid) => ${uid}) });`;
      declare(program("uid", `new platform.Group("hooked", { parentUid: "${engine.root}" }, { hooks });`));
      succeeded(await engine.stack.up());
      const recorded = engine.stack.recorded().length;
      const action = { kind: "status", code: "PERMISSION_DENIED" } as const;
      const fault = engine.emulator.fault({ method: "GET", path: /roles|groups/, times: 9, action });
      const inFailed = `pulumi.output(Promise.reject(Object.assign(new Error("exit"), { code: 1 }))).apply(() => { ${program("uid")} });`;
      for (const text of [program("uid"), program("uid.no.such"), inFailed]) {
        declare(text);
        assert.deepEqual([(await engine.stack.up()).code, engine.stack.recorded().length], [1, recorded]);
        fault.remove();
      }
      engine.emulator.fault({ path: /groups/, action: { kind: "delay", ms: 3_000 } });
      declare(program("uid", 'platform.getRole({ name: "no-such-role" }).catch(() => undefined);'));
      succeeded(await engine.stack.up());
      assert.equal(engine.stack.recorded().length, recorded - 1);
    });
  },
  { shared: true },
);
