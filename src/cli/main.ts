#!/usr/bin/env node
import { Command } from "commander";
import { version } from "../version";
import { emulatorCommand } from "./commands/emulator";

/** The command `pulumi-platform`. Each command loads what it needs when it runs. */
const program = new Command("pulumi-platform")
  .description("Tools beside the Pulumi package: the local emulator of the platform")
  .version(version)
  .addCommand(emulatorCommand())
  .showHelpAfterError();

void program.parseAsync().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
