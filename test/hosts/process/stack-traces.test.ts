import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { group } from "../../../src/description/resources/group";
import { repositoryRoot } from "../../support/workspace";

const sdk = process.env.PULUMI_PLATFORM_SDK ?? "@pulumi/pulumi";

/** Prints what the SDK of the tested provider host would register of each resource: name, source position and stack trace, as `file:line`. */
const PRELUDE = `
const Module = require("node:module");
const load = Module._load;
Module._load = (name, ...rest) => load(name.replace(/^@pulumi\\/pulumi(?=\\/|$)/, ${JSON.stringify(sdk)}), ...rest);
const pulumi = require("@pulumi/pulumi");
const { RegisterResourceRequest } = require("@pulumi/pulumi/proto/resource_pb");
const place = (position) => position && position.uri.replace(/.*\\//, "") + ":" + position.line;
const setStackTrace = RegisterResourceRequest.prototype.setStacktrace;
RegisterResourceRequest.prototype.setStacktrace = function (trace) {
  const { name, sourceposition } = this.toObject();
  const frames = trace.toObject().framesList.map(({ pc }) => place(pc));
  process.stdout.write(JSON.stringify({ name, position: place(sourceposition), frames }) + "\\n");
  return setStackTrace.call(this, trace);
};
pulumi.runtime.setMocks({ newResource: ({ inputs }) => ({ id: "x", state: inputs }), call: () => ({}) }, "p", "s", false);
const platform = require("pulumi-platform");
`;

/** Inputs, outputs, the hash of the URN and the provider of a Group. */
const GROUP_SLOTS = Object.keys(group.fields).length + 2;

function registered(program: string, ...node: string[]) {
  const directory = mkdtempSync(join(tmpdir(), "pulumi-platform-stack-"));
  try {
    // Frames of a package are not the program's.
    mkdirSync(join(directory, "node_modules"));
    writeFileSync(join(directory, "node_modules", "prelude.js"), PRELUDE);
    writeFileSync(join(directory, "program.js"), program);
    const start = join(directory, "node_modules", "start.js");
    writeFileSync(start, `require("./prelude.js"); require(${JSON.stringify(join(directory, "program.js"))})`);
    const { status, stdout, stderr } = spawnSync(process.execPath, [...node, start], {
      cwd: repositoryRoot,
      encoding: "utf8",
      env: { ...process.env, NODE_PATH: join(repositoryRoot, "node_modules") },
    });
    assert.equal(status, 0, stderr);
    const lines = stdout.split("\n").filter((line) => line.startsWith("{"));
    return lines.map((line) => JSON.parse(line) as { name: string; position: string; frames: string[] });
  } finally {
    rmSync(directory, { recursive: true });
  }
}

const PROGRAM = `const platform = require(${JSON.stringify(join(repositoryRoot, "dist"))});
const group = (depth) =>
  depth > 0
    ? group(depth - 1)
    : new platform.Group("team", { parentUid: "a", name: "team" });
group(9);
new platform.CiIdentity("ci", { parentUid: "a", issuer: "https://i.example.com", subject: "s", roles: [] });
`;

describe("the source position of a resource", () => {
  for (const [title, ...node] of [
    ["a plain program"],
    ["a program whose frames are mapped", "--require", "source-map-support/register"],
  ])
    it(`is the line of ${title}, with at most one more frame of it`, () => {
      const [team] = registered(PROGRAM, ...node).filter(({ name }) => name === "team");
      assert.deepEqual(team, {
        name: "team",
        position: "program.js:5",
        frames: ["program.js:5", "program.js:4"],
      });
    });

  it("is the line that creates the component, both of the component and of the resources in it", () => {
    const made = registered(PROGRAM).filter(({ name }) => name === "ci");
    assert.deepEqual(
      made.map(({ frames }) => frames),
      [["program.js:7"], ["program.js:7"]],
    );
  });

  it("stays exact where Node maps the frames itself", () => {
    const [team] = registered(PROGRAM, "--enable-source-maps").filter(({ name }) => name === "team");
    assert.ok(team?.frames.includes("program.js:5"), JSON.stringify(team));
  });
});

describe("a stack trace from the construction of a resource", () => {
  it("is complete, unless it is one of the SDK's own", () => {
    const program = `const platform = require(${JSON.stringify(join(repositoryRoot, "dist"))});
const pulumi = require("@pulumi/pulumi");
function deep(n) { return n > 0 ? deep(n - 1) : new Error("mine").stack; }
let stack = "";
const { prepareStackTrace } = Error;
new platform.Group("g", { parentUid: "a", name: "b" }, { transformations: [() => { stack = deep(5); }] });
require("node:assert").ok(stack.split("\\n").length > 8 && stack.includes("at deep"), stack);
require("node:assert").equal(Error.prepareStackTrace, prepareStackTrace);
`;
    registered(program);
  });

  it("otherwise has no frames for the promises of outputs, and six of them are formatted for a resource", () => {
    const program = `const platform = require(${JSON.stringify(join(repositoryRoot, "dist"))});
const { leakedPromises } = require("@pulumi/pulumi/runtime/debuggable");
const assert = require("node:assert/strict");
let formatted = 0;
const prepare = (error, frames) => {
  formatted += frames.length;
  return [error, ...frames].join("\\n    at ");
};
Error.prepareStackTrace = prepare;
const { stackTraceLimit } = Error;
const group = new platform.Group("g", { parentUid: "a", name: "b" });
assert.equal(formatted, ${5 + 1});
assert.deepEqual([Error.prepareStackTrace, Error.stackTraceLimit], [prepare, stackTraceLimit]);
const ofSlots = [...leakedPromises()[0]].filter(({ _debugCtx }) => _debugCtx.startsWith("transfer"));
assert.equal(ofSlots.length, 4 * ${GROUP_SLOTS});
assert.deepEqual([...new Set(ofSlots.map((promise) => String(promise._debugStackTrace)))], ["Error"]);
assert.ok(Object.hasOwn(group, "__provider"));
`;
    registered(program);
  });

  it("leads to the line of a resource that cannot be registered, or that is refused", () => {
    const program = `const platform = require(${JSON.stringify(join(repositoryRoot, "dist"))});
const pulumi = require("@pulumi/pulumi");
const { match, throws, equal } = require("node:assert");
const { stackTraceLimit } = Error;
throws(() => new platform.Group("g", { parentUid: "a" }, { parent: {} }), ({ stack }) => /program.js:5/.test(stack));
equal(Error.stackTraceLimit, stackTraceLimit);
pulumi.runtime.setMocks({ newResource: () => { throw new Error("refused"); }, call: () => ({}) }, "p", "s", false);
let stack;
process.on("unhandledRejection", (error) => { stack ??= error.stack; });
new platform.Group("g", { parentUid: "a" });
process.on("exit", () => match(stack, /failed to register new resource g[^]*program.js:10/));
`;
    registered(program);
  });
});
