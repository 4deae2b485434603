import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { repositoryRoot } from "../support/workspace";

const sdk = process.env.PULUMI_PLATFORM_SDK ?? "@pulumi/pulumi";

/**
 * Prints what the SDK would register of each resource: name, source position and stack trace, as `file:line`. The SDK is
 * the one whose provider host these tests start.
 */
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

/** Runs a program and returns what it registers. */
function registered(program: string, ...node: string[]) {
  const directory = mkdtempSync(join(tmpdir(), "pulumi-platform-stack-"));
  try {
    writeFileSync(join(directory, "prelude.js"), PRELUDE);
    writeFileSync(join(directory, "program.js"), program);
    const load = `require(${JSON.stringify(join(directory, "prelude.js"))}); require(${JSON.stringify(join(directory, "program.js"))})`;
    const { status, stdout, stderr } = spawnSync(process.execPath, [...node, "-e", load], {
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
  ]) {
    it(`is the line of ${title}, with two more frames of it at most`, () => {
      const [team] = registered(PROGRAM, ...node).filter(({ name }) => name === "team");
      assert.deepEqual(team, {
        name: "team",
        position: "program.js:5",
        frames: ["program.js:5", "program.js:4", "program.js:4"],
      });
    });
  }

  it("is the line that made the component, for the resources in it", () => {
    const [identity] = registered(PROGRAM).filter(({ name }) => name === "ci");
    assert.equal(identity?.position, "program.js:7");
  });

  it("stays exact where Node maps the frames itself", () => {
    const [team] = registered(PROGRAM, "--enable-source-maps").filter(({ name }) => name === "team");
    assert.ok(team?.frames.includes("program.js:5"), JSON.stringify(team));
  });
});

describe("a stack trace that is taken while a resource is constructed", () => {
  it("is whole, when it is not one of the SDK's own", () => {
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

  it("is told of a promise that never settles, when it is asked for", () => {
    const program = `const platform = require(${JSON.stringify(join(repositoryRoot, "dist"))});
const { debuggablePromise } = require("@pulumi/pulumi/runtime/debuggable");
let found = "";
new platform.Group("g", { parentUid: "a", name: "b" }, { transformations: [() => {
  const promise = Promise.resolve();
  debuggablePromise(promise, "mine").catch(() => {});
  found = String(promise._debugStackTrace);
}] });
require("node:assert").match(found, /at debuggablePromise[^]*program.js:6/);
`;
    registered(program);
  });
});
