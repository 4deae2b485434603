import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Stack } from "./stack";

describe("the Pulumi CLI of the tests", () => {
  it("is named, with the variable that chooses it, when it cannot be run", async () => {
    const directory = mkdtempSync(join(tmpdir(), "platform-no-cli-"));
    try {
      await assert.rejects(new Stack({ directory, pulumi: directory }).run(["version"]), {
        message: `${join(directory, "pulumi")} cannot be run (spawn ${join(directory, "pulumi")} ENOENT): PULUMI_PLATFORM_PULUMI must name the CLI's folder`,
      });
    } finally {
      rmSync(directory, { recursive: true });
    }
  });
});
