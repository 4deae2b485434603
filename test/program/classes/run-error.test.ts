import assert from "node:assert/strict";
import { inspect } from "node:util";
import { output, RunError } from "@pulumi/pulumi";
import { runError } from "../../../src/program/classes/run-error";
import { getGroups } from "../../../src/program/generated/functions";

/** Frames as the source maps of Pulumi's SDK make them: the colored `inspect` of Node loops over them for half a minute. */
const FRAMES = "    at applyHelperAsync (app/node_modules/@pulumi/output.ts:516:31)";

describe("a refusal that Pulumi shows as its message alone", () => {
  it("has a short stack, which the language host inspects at once", () => {
    const prepare = Error.prepareStackTrace;
    Error.prepareStackTrace = (error) => `${String(error)}\n${FRAMES}`;
    try {
      const error = runError("getGroups: no");
      assert.equal(error.stack, "Error: getGroups: no");
      assert.equal(inspect(error, { colors: true }), "Error: getGroups: no");
    } finally {
      Error.prepareStackTrace = prepare;
    }
  });

  it("is what a misspelled option of a lookup gets, inside of an apply too", async () => {
    const asked = output("x").apply(() => getGroups({}, { providr: 1 } as never));
    await assert.rejects((asked as unknown as { promise(): Promise<unknown> }).promise(), RunError.isInstance);
  });
});
