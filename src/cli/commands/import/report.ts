import type { z } from "zod";
import { nameOf, pluralOf } from "../../../spec/resource";
import { CLEAN, columns, type ExitCode, FOUND, type Report, UNKNOWN, whole } from "../../declaration";
import { type DeepReadonly, reportOf } from "../../document";
import { IGNORE_FILE } from "../../ignoring/rules-for";
import type { Directory } from "../../organization/directory";
import { type Listed, specOf } from "../../organization/read";
import { notCheckedTables } from "../../organization/visibility";
import { counted, sentences } from "../../output/text";
import { projectFolder } from "../../stack/project";
import { IMPORT_LINE } from "./import-file";
import type { LeftOut } from "./judge";
import { MANIFEST } from "./manifest";
import { NOT_IMPORTED } from "./not-imported";
import { importDocument } from "./schema";
import { SET_SECRETS_LINE } from "./secrets";

/** A file as it was written, or would be. */
export interface WrittenFile {
  readonly file: string;
  readonly text: string;
  readonly action: "created" | "extended" | "rewritten";
}

type Document = DeepReadonly<z.infer<typeof importDocument>>;
/** How many objects of a kind there are, and what became of them. */
export type KindCount = Document["kinds"][number];
/** An input of the program that comes from the stack's config, for what the platform tells of it may hold a password. */
export type SecretInput = Document["secrets"][number];
/** What an earlier import has written, and the platform has no more. */
export type Gone = Document["gone"][number];

type Told =
  | "parentUid"
  | "folder"
  | "host"
  | "isDryRun"
  | "secrets"
  | "kinds"
  | "gone"
  | "unseen"
  | "notChecked"
  | "assumption";

/** What an import has found and done. */
export interface Imported extends Pick<Document, Told> {
  /** Whether the folder had no program before. */
  readonly isNew: boolean;
  readonly files: readonly WrittenFile[];
  /** Whether the setting platform:shell names the host, as far as the call knows. */
  readonly isHostSet: boolean;
  /** Whether the call names a stack, so that what it holds is known. */
  readonly isStackKnown: boolean;
  readonly leftOut: readonly LeftOut[];
  readonly unlisted: Listed["unlisted"];
  readonly directory: Directory;
}

/** The report on an import. */
export function importReport(imported: Imported): Report {
  const { kinds, leftOut, directory } = imported;
  return reportOf({
    document: documentFor(imported),
    schema: importDocument,
    tables: [
      {
        columns: columns(
          whole("KIND"),
          whole("FOUND", { isNumber: true }),
          whole("ADDED", { isNumber: true }),
          whole("PRESENT", { isNumber: true }),
          whole("LEFT OUT", { isNumber: true }),
        ),
        rows: kinds.map(({ kind, found, added, present, leftOut: out }) => [
          pluralOf(specOf(kind)),
          ...[found, added, present].map(String),
          out === 0 ? "0" : { text: String(out), tone: "warning" as const },
        ]),
        empty: "No kind was read.",
      },
      ...(leftOut.length === 0 ? [] : [leftOutTable(leftOut, directory)]),
      ...notCheckedTables(imported.notChecked),
    ],
    notes: notesOn(imported),
    exit: exitOf(imported),
  });
}

const leftOutTable = (leftOut: readonly LeftOut[], directory: Directory) => ({
  title: "Cannot be taken over",
  columns: columns(whole("KIND"), "PATH", "REASON"),
  rows: leftOut.map(({ spec, object, reason }) => [pluralOf(spec), directory.pathOf(object).join("/"), reason]),
});

function exitOf({ unlisted, unseen, notChecked, leftOut }: Imported): ExitCode {
  if (unlisted.length + unseen.length + notChecked.length > 0) return UNKNOWN;
  return leftOut.length > 0 ? FOUND : CLEAN;
}

function notesOn(imported: Imported): string[] {
  const { folder, isDryRun, isNew, files, secrets, leftOut, kinds } = imported;
  const added = kinds.reduce((sum, kind) => sum + kind.added, 0);
  const done = isDryRun ? "would be written to" : "written to";
  const wrote = files.length === 0 ? "nothing" : files.map(({ file }) => file).join(", ");
  return sentences(
    `${counted(added, "object")} ${done} "${folder}": ${wrote}.`,
    leftAsTheyAre(kinds, isNew),
    leftOut.length > 0 && `${NOT_IMPORTED} tells what to do about what cannot be taken over.`,
    imported.assumption ?? undefined,
    imported.gone.map(goneNote),
    imported.unseen.map(
      ({ kind, uid, name }) => `Cannot be seen with this token, and may be there: ${kind} "${name}" (${uid}).`,
    ),
    imported.unlisted.map(
      ({ spec, error }) => `Not read, so that there may be more: ${pluralOf(spec)}, for ${error.message}.`,
    ),
    secrets.length > 0 && secretsNote(secrets),
    added > 0 && !isNew && stackNote(imported),
    added > 0 && !isDryRun && nextNote(imported),
  );
}

function nextNote({ host, isHostSet, isNew, secrets }: Imported): string {
  const lines = secrets.length === 0 ? "" : `${SET_SECRETS_LINE}, then `;
  // advice: import-first-up, import-by-file
  const first = `Next, in that folder: ${isNew ? "npm install and pulumi stack init dev" : "npm install"}, then ${lines}`;
  // advice: import-first-up
  if (host === "dynamic") return `${first}PLATFORM_ADOPT_EXISTING=identical pulumi up --continue-on-error.`;
  // advice: import-by-file
  const imports = `${first}${IMPORT_LINE}, then pulumi up, which only sets the option protect.`;
  if (isNew || isHostSet) return imports;
  // advice: import-set-host
  return `${imports} Before that, add the plugin to Pulumi.yaml and set platform:shell to plugin, as docs/plugin.md shows.`;
}

/** What a stack holds and its program does not declare, its next update deletes. */
const NOT_HERE =
  " The program in the new folder does not declare them: an update of that stack with it takes them away.";

/** What is neither the program's nor new. */
function leftAsTheyAre(kinds: readonly KindCount[], isNew: boolean): string[] {
  const [held, ignored] = [
    kinds.reduce((sum, kind) => sum + kind.held, 0),
    kinds.reduce((sum, kind) => sum + kind.ignored, 0),
  ];
  const left = (number: number) => (number === 1 ? "it was left as it is" : "they were left as they are");
  return sentences(
    held > 0 &&
      `The stack already holds ${counted(held, "object")} that no import has written: ${left(held)}.${isNew ? NOT_HERE : ""}`,
    ignored > 0 && `${IGNORE_FILE} means ${counted(ignored, "object")}: ${left(ignored)}.`,
  );
}

function goneNote({ kind, uid, name, file }: Gone): string {
  // advice: import-take-out-gone
  return `No more on the platform: ${kind} "${name}" (${uid}), written to ${file}. If the program still declares it, take it out and run pulumi up --refresh.`;
}

/** How an import leaves out what the program has made itself. */
function stackNote({ folder, isStackKnown, isDryRun }: Imported): string | false {
  if (isStackKnown || projectFolder(folder) === undefined) return false;
  // advice: import-name-the-stack
  const first = isDryRun ? "import" : `take the files back as they were, ${MANIFEST} too, and import`;
  // advice: import-name-the-stack
  return `No stack was asked what it holds, so that what it has made itself counts as new. If some of this is such: ${first} with --cwd "${folder}".`;
}

function secretsNote(secrets: readonly SecretInput[]): string {
  const inputs = [...new Set(secrets.map(({ kind, input }) => `${nameOf(specOf(kind))}.${input}`))].join(", ");
  // advice: import-set-secrets
  return `The program reads ${counted(secrets.length, "secret")} from the stack's config (${inputs}), because the address may contain a password. ${SET_SECRETS_LINE} sets ${secrets.length === 1 ? "it" : "them"}.`;
}

const documentFor = ({ isNew, isHostSet, isStackKnown, directory, ...imported }: Imported) => ({
  ...imported,
  files: imported.files.map(({ file, action, text }) => ({ file, action, text: imported.isDryRun ? text : null })),
  leftOut: imported.leftOut.map(({ spec, object, reason, remedy }) => ({
    kind: spec.type,
    uid: object.uid,
    path: directory.pathOf(object).join("/"),
    reason,
    remedy,
  })),
  unlisted: imported.unlisted.map(({ spec, error }) => ({ kind: spec.type, reason: error.message })),
});
