import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { repositoryRoot } from "../support/workspace";

describe("the key of the emulator's issuer", function () {
  this.timeout(60_000);

  it("is generated thousands of times, with garbage collected in between, and the process never waits for itself @all", () => {
    const script = `
      const { makeIssuerKey } = require("./src/emulator/access/tokens");
      for (let n = 0; n < 8000; n++) if (makeIssuerKey().crv !== "P-256") process.exit(1);
    `;
    const args = ["--max-semi-space-size=1", "--require", "./tools/typescript.cjs", "--eval", script];
    assert.equal(String(execFileSync(process.execPath, args, { cwd: repositoryRoot, timeout: 50_000 })), "");
  });
});
