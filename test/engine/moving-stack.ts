import assert from "node:assert/strict";
import type { HostName } from "../../src/description/names/host-name";
import { call } from "../support/command";
import { succeeded } from "../support/engine";
import { mutations } from "../support/log";
import type { StateResource } from "../support/stack";
import type { SuiteEngine } from "./describe-engine";

/** How the types of a stack's resources begin, by its host. */
const PREFIX: Readonly<Record<HostName, string>> = { dynamic: "pulumi-nodejs:dynamic/", plugin: "platform:" };

/** What tests of a stack that changes its host do, and what they ask. */
export function movingStack(engine: SuiteEngine) {
  const { stack, emulator } = engine;
  const managed = (): StateResource[] =>
    stack.recorded().filter(({ custom, type }) => custom && !type.startsWith("pulumi:"));
  return {
    /** Sets the stack's host, as docs/plugin.md says. */
    async use(shell: HostName): Promise<void> {
      const words = shell === "plugin" ? ["set", "platform:shell", "plugin"] : ["rm", "platform:shell"];
      succeeded(await stack.run(["config", ...words]));
    },
    /** The names of the stack's resources, with the ids of their objects. */
    ids: () =>
      managed()
        .map(({ urn, id }) => `${urn.slice(urn.lastIndexOf("::") + 2)} ${id}`)
        .sort(),
    /** How many resources are recorded with the types of a host. */
    countOn: (shell: HostName) => managed().filter(({ type }) => type.startsWith(PREFIX[shell])).length,
    /** The methods and paths of the requests that wrote something since the last `clearRequests`. */
    writes: () => mutations(emulator.requests).map(({ method, target }) => `${method} ${target}`),
    /** Asserts that all of the stack is on a host, with that host's provider alone. */
    assertOn(shell: HostName): void {
      const others = managed().filter(({ type }) => !type.startsWith(PREFIX[shell]));
      assert.deepEqual(
        others.map(({ urn }) => urn),
        [],
      );
      const providers = stack.recorded().filter(({ type }) => type.startsWith("pulumi:providers:"));
      const wanted = `pulumi:providers:${shell === "plugin" ? "platform" : "pulumi-nodejs"}`;
      assert.deepEqual([...new Set(providers.map(({ type }) => type))], [wanted]);
    },
    /** Asserts that a preview, a refresh and the command `drift` find nothing, and that none of them writes. */
    async assertNothingToDo(): Promise<void> {
      emulator.clearRequests();
      succeeded(await stack.refresh("--preview-only", "--expect-no-changes"));
      succeeded(await stack.preview("--expect-no-changes"));
      const { directory } = engine.workspace;
      const drift = await call(["drift", "--cwd", directory, "-o", "json"], { environment: stack.environment });
      const { counts } = JSON.parse(drift.stdout) as { counts: { resources: number; changed: number } };
      assert.deepEqual([drift.code, counts.changed], [0, 0], drift.stdout + drift.stderr);
      assert.ok(counts.resources > 0);
      assert.deepEqual(mutations(emulator.requests), []);
    },
  };
}
