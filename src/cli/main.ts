#!/usr/bin/env node
import { processTerminal } from "./output/terminal";
import { run } from "./run";

/** The command `pulumi-platform`. The exit code is set, not forced, so that all output is written before the end. */
void run(process.argv.slice(2), processTerminal()).then((code) => {
  process.exitCode = code;
});
