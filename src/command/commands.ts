import { type Command, command } from "./command";
import * as access from "./commands/access/declaration";
import { advisories } from "./commands/advisories/declaration";
import { doctor } from "./commands/doctor/declaration";
import { drift } from "./commands/drift/declaration";
import { emulator } from "./commands/emulator/declaration";
import { history } from "./commands/history/declaration";
import { importCommand } from "./commands/import/declaration";
import type { CommandGroup } from "./declaration";

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  command(importCommand, async () => (await import("./commands/import/run")).run),
  command(drift, async () => (await import("./commands/drift/run")).run),
  command(access.whoCan, async () => (await import("./commands/access/who-can")).run),
  command(access.list, async () => (await import("./commands/access/list")).run),
  command(access.why, async () => (await import("./commands/access/why")).run),
  command(history, async () => (await import("./commands/history/run")).run),
  command(advisories, async () => (await import("./commands/advisories/run")).run),
  command(doctor, async () => (await import("./commands/doctor/run")).run),
  command(emulator, async () => (await import("./commands/emulator/run")).run),
];

export const groups: readonly CommandGroup[] = [access.access];
