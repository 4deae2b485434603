import { access, accessCommands } from "./commands/access/declaration";
import { advisories } from "./commands/advisories/declaration";
import { completion } from "./commands/completion/declaration";
import { doctor } from "./commands/doctor/declaration";
import { drift } from "./commands/drift/declaration";
import { emulator } from "./commands/emulator/declaration";
import { history } from "./commands/history/declaration";
import { importCommand } from "./commands/import/declaration";
import type { CommandDeclaration, CommandGroup } from "./declaration";

/** Every command, in the order of the help. */
export const commands: readonly CommandDeclaration[] = [
  importCommand,
  drift,
  ...accessCommands,
  history,
  advisories,
  doctor,
  emulator,
  completion,
];

/** The groups that commands belong to. */
export const groups: readonly CommandGroup[] = [access];
