#!/usr/bin/env node
import { processTerminal } from "./output/terminal";
import { run } from "./run";

/** The command `pulumi-platform`. It sets the exit code instead of calling `process.exit`, which could lose output. */
void run(process.argv.slice(2), processTerminal()).then((code) => {
  // The output may have failed meanwhile.
  process.exitCode ||= code;
});
