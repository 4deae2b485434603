import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { inherited } from "../../support/stack";
import { repositoryRoot } from "../../support/workspace";

/** Runs a program with mocks on a host, and returns the types that it sees. */
function seen(shell: string) {
  const program = `
    const pulumi = require("@pulumi/pulumi");
    const platform = require("pulumi-platform");
    const seen = { mocks: [], transformations: [], calls: [] };
    pulumi.runtime.setMocks({
      newResource: ({ type, name, inputs }) => { if (type.endsWith("RoleBinding")) seen.mocks.push(type); return { id: name, state: inputs }; },
      call: ({ token, inputs }) => { seen.calls.push(token); return { uid: "role", name: inputs.name, capabilities: [] }; },
    });
    const transformations = [({ type }) => void seen.transformations.push(type)];
    const { uid } = platform.getRoleOutput({ name: "viewer" });
    const binding = new platform.RoleBinding("views", { parentUid: "a", identityUid: "a/b", roleUid: uid }, { transformations });
    seen.inherited = Object.fromEntries(["pulumi-nodejs:dynamic/platform/iam:RoleBinding", "platform:index:RoleBinding", "platform:index:Group"].map(
      (type) => [type, platform.RoleBinding.isInstance({ __pulumiType: type })],
    ));
    const policies = ["CiIdentity", "PullToken", "Provider"].map((name) => platform[name].isInstance);
    const asked = ["platform:components:CiIdentity", "platform:components:PullToken", "pulumi:providers:platform", "x:y:Z", undefined];
    // A policy calls the functions without their class.
    seen.others = policies.map((isInstance) => asked.map((type) => isInstance(type && { __pulumiType: type })));
    const emea = new platform.Provider("emea", { baseUrl: "https://emea.example.com", token: "t" });
    seen.made = policies.map((isInstance) => [new pulumi.ComponentResource("x:y:Z", "z" + policies.indexOf(isInstance)), emea].map((one) => isInstance(one)));
    binding.id.apply(() => console.log(JSON.stringify(seen)));
  `;
  const env = { ...inherited(), PLATFORM_SHELL: shell };
  return JSON.parse(execFileSync(process.execPath, ["-e", program], { cwd: repositoryRoot, env, encoding: "utf8" }));
}

describe("the types in a program's tests, transformations and policies", function () {
  this.timeout(60_000);

  for (const [shell, type] of [
    ["dynamic", "pulumi-nodejs:dynamic/platform/iam:RoleBinding"],
    ["plugin", "platform:index:RoleBinding"],
  ] as const)
    it(`are those of the ${shell} host, while isInstance and the tokens of lookups are the same on both (report: a policy for a component never fires)`, () => {
      assert.deepEqual(seen(shell), {
        mocks: [type],
        transformations: [type],
        calls: ["platform:iam:getRole"],
        // What `validateResourceOfType` of a policy pack asks.
        inherited: {
          "pulumi-nodejs:dynamic/platform/iam:RoleBinding": true,
          "platform:index:RoleBinding": true,
          "platform:index:Group": false,
        },
        others: [
          [true, false, false, false, false],
          [false, true, false, false, false],
          [false, false, true, false, false],
        ],
        made: [
          [false, false],
          [false, false],
          [false, true],
        ],
      });
    });
});
