import assert from "node:assert/strict";
import { succeeded } from "../support/engine";
import { assertNothingToDo, IDENTICAL, importedPlace, recordedIn, takeOver } from "../support/imported-place";
import { mutations } from "../support/log";
import { smallOrganization } from "../support/organization";
import { hostProcessesBelow, waitUntilEnded } from "../support/processes";
import { HOST_PROCESS } from "../support/stack";

/** How many moments the program is killed at; `IMPORT_KILLS=10` for the full number. */
const KILLS = Number(process.env.IMPORT_KILLS ?? 3);

describe("an organization that was imported, and taken over in several runs", function () {
  this.timeout(600_000);
  const place = importedPlace();

  it(`is taken over by the next up after kills at ${KILLS} moments, with checkpoints skipped`, async () => {
    const emulator = place.emulator();
    smallOrganization(emulator);
    assert.equal((await place.importProgram()).code, 0);
    const stack = await place.stackOf();
    await place.setSecrets(stack);
    emulator.clearRequests();
    for (let kill = 1; kill <= KILLS; kill++) {
      const nth = 1 + Math.floor((kill / (KILLS + 1)) * 2 * place.total());
      const gate = emulator.fault({ method: "GET", nth, when: "after", action: { kind: "hold" } });
      const words = ["up", "--yes", "--skip-preview", "--continue-on-error"];
      const run = stack.start(words, { ...IDENTICAL, ...HOST_PROCESS });
      await gate.reached;
      const hosts = hostProcessesBelow(run.pid);
      run.kill();
      gate.remove();
      await run.ended;
      await waitUntilEnded(hosts, 150_000);
      await stack.recover();
    }
    succeeded(await takeOver(stack));
    assert.deepEqual(mutations(emulator.requests), []);
    assert.equal((await recordedIn(stack)).length, place.total());
    await assertNothingToDo(stack);
  });
});
