import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { type HostName, hostNames } from "../../src/description/names/host-name";
import { resources } from "../../src/description/resources";
import { nameOf } from "../../src/description/spec/resource";
import { readPage } from "../support/pages";
import { quickStart } from "../support/workspace";

/** The types on a host that the table in docs/testing.md gives to the classes of this package. */
function typesInPage(shell: HostName): string[] {
  const rows = [...readPage("docs/testing.md").matchAll(/^\| (.+) \| `(pulumi-nodejs|pulumi|platform):.* \|$/gm)].map(
    ([line]) => line.split(" | "),
  );
  const named = rows.map(([cell = ""]) => [...cell.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name));
  const others = Object.values(resources)
    .map(nameOf)
    .filter((name) => !named.flat().includes(name));
  return rows.flatMap(([cell = "", dynamic = "", plugin = ""], i) => {
    const [type = ""] = /[^`]+(?=`)/.exec(shell === "dynamic" ? dynamic : plugin) ?? [];
    const names = cell.includes("all other") ? others : named[i];
    return (names ?? []).map((name) => type.replace("…", name));
  });
}

/** Registers one resource of each class with mocks, and prints the types that the mocks see. */
const PROGRAM = `
const pulumi = require("@pulumi/pulumi");
const platform = require("pulumi-platform");
const types = new Set();
const newResource = ({ type, name, inputs }) => {
  types.add(type);
  return { id: name, state: inputs };
};
pulumi.runtime.setMocks({ newResource, call: () => ({ uid: "1a2b" }) });
for (const name of JSON.parse(process.env.CLASSES)) new platform[name](name, {});
const issuer = "https://ci.example.com";
new platform.Provider("Provider", { baseUrl: issuer, token: "t" });
new platform.CiIdentity("CiIdentity", { parentUid: "1a2b", issuer, subject: "job", roles: [] });
new platform.PullToken("pull-token", { parentUid: "1a2b", role: "registry.pull", lifetimeDays: 1, registry: "r.example.com" });
process.on("exit", () => console.log(JSON.stringify([...types].sort())));
`;

function typesOf(shell: HostName): string[] {
  const names = Object.values(resources).map(nameOf);
  const env = { ...process.env, CLASSES: JSON.stringify(names), PLATFORM_SHELL: shell };
  const args = ["--require", quickStart, "-e", PROGRAM];
  return JSON.parse(execFileSync(process.execPath, args, { cwd: join(__dirname, "../.."), encoding: "utf8", env }));
}

describe("the table of types in docs/testing.md", function () {
  this.timeout(60_000);

  for (const shell of hostNames) {
    it(`has the type of each class on this host, and no other: ${shell}`, () => {
      assert.deepEqual(typesInPage(shell).sort(), typesOf(shell));
    });
  }
});
