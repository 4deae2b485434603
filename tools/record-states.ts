import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { version } from "../src/client/version";
import { recordStates } from "../test/support/recorded-states";

/**
 * Writes the states that this version records of every resource to test/support/fixtures/states, once for each release. Later versions
 * are tested with these files, which never change.
 *
 *     node --require ts-node/register/transpile-only tools/record-states.ts
 */
async function record(): Promise<void> {
  const folder = join(__dirname, "..", "test", "support", "fixtures", "states");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${version}.json`), `${JSON.stringify(await recordStates(), null, 2)}\n`, { flag: "wx" });
}

void record();
