import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { HostName } from "../../src/description/names/host-name";
import { succeeded } from "../support/engine";
import { HOST_PROCESS, PROGRAM_PROCESS } from "../support/stack";
import { writeFiles } from "../support/workspace";
import { describeEngine } from "./describe-engine";
import { assertInvariants } from "./invariants";
import { movingStack } from "./moving-stack";
import { hostProcessesBelow, waitUntilEnded } from "./processes";

const shells: readonly HostName[] = ["plugin", "dynamic"];
const OWN_PROCESSES = { ...HOST_PROCESS, ...PROGRAM_PROCESS };

/** A server that a program asks once half of its resources are registered. It answers at `release`. */
async function halfway() {
  const held: ServerResponse[] = [];
  const server = createServer((_, response) => void held.push(response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // It listens on a port.
    reached: once(server, "request"),
    release(): void {
      for (const response of held) response.end();
      server.close();
    },
  };
}

describeEngine(
  "a stack whose move to another host is killed",
  (engine) => {
    const HALF = 20;

    /** A program that declares its groups. With an address in HALFWAY, it asks there after half of them. */
    const declare = () =>
      writeFiles(engine.workspace.directory, {
        "index.js": `
          const platform = require("pulumi-platform");
          const group = (n) => {
            const made = new platform.Group("group-" + n, { parentUid: "${engine.root}" });
            return new Promise((resolve) => made.id.apply(resolve));
          };
          const some = (from, to) => Array.from({ length: to - from }, (_, n) => group(from + n));
          const first = some(0, ${HALF});
          if (process.env.HALFWAY === undefined) some(${HALF}, ${2 * HALF});
          else module.exports = async () => {
            await Promise.all(first);
            await fetch(process.env.HALFWAY);
            some(${HALF}, ${2 * HALF});
          };
        `,
      });

    it("continues with the next update, and nothing is lost, doubled or deleted", async () => {
      const { stack, emulator } = engine;
      declare();
      const { use, ids, writes, countOn, assertOn, assertNothingToDo } = movingStack(engine);
      succeeded(await stack.up());
      const before = ids();
      assert.equal(before.length, 2 * HALF);
      for (const shell of shells) {
        await use(shell);
        emulator.clearRequests();
        const gate = await halfway();
        const run = stack.start(["up", "--yes", "--skip-preview"], { ...OWN_PROCESSES, HALFWAY: gate.url });
        await gate.reached;
        const hosts = hostProcessesBelow(run.pid);
        assert.ok(hosts.length > 0);
        run.kill();
        gate.release();
        await run.ended;
        await waitUntilEnded(hosts, 20_000);
        await stack.recover();
        assert.ok(countOn("dynamic") > 0 && countOn("plugin") > 0, "killed in the middle");
        assert.deepEqual(ids(), before, "no entry is lost or doubled");
        succeeded(await stack.up());
        assert.deepEqual([writes(), ids()], [[], before]);
        assertOn(shell);
        await assertNothingToDo();
      }
      await assertInvariants(engine);
    });
  },
  { shell: "dynamic" },
);
