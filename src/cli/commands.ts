import { advisories } from "./commands/advisories/declaration";
import { completion } from "./commands/completion/declaration";
import { doctor } from "./commands/doctor/declaration";
import { emulator } from "./commands/emulator/declaration";
import { history } from "./commands/history/declaration";
import { importCommand } from "./commands/import/declaration";
import type { CommandDeclaration } from "./declaration";

/** Every command, in the order of the help. */
export const commands: readonly CommandDeclaration[] = [
  importCommand,
  history,
  advisories,
  doctor,
  emulator,
  completion,
];
