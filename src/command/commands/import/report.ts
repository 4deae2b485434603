import type { z } from "zod";
import { nameOf, pluralOf } from "../../../description/spec/resource";
import { CLEAN, columns, type ExitCode, FOUND, type Report, UNKNOWN, whole, wrapping } from "../../declaration";
import { type DeepReadonly, reportOf } from "../../document";
import { IGNORE_FILE } from "../../ignoring/ignore-file";
import type { Directory } from "../../organization/directory";
import { type Listed, specOf } from "../../organization/read";
import { notCheckedTables } from "../../organization/visibility";
import { counted, sentences } from "../../output/text";
import { projectFolder } from "../../stack/project";
import { IMPORT_FILE, IMPORT_LINE } from "./import-file";
import type { LeftOut } from "./judge";
import { MANIFEST } from "./manifest";
import { NOT_IMPORTED } from "./not-imported";
import { importDocument } from "./schema";
import { SET_SECRETS_LINE } from "./secrets";
import { FROM_FILE } from "./support-files";

/** A written file, or one that --dry-run would write. */
export interface WrittenFile {
  readonly file: string;
  readonly text: string;
  readonly action: "created" | "extended" | "rewritten";
}

type Document = DeepReadonly<z.infer<typeof importDocument>>;
export type KindCount = Document["kinds"][number];
/** An input that comes from the stack's config, because its value may contain a password. */
export type SecretInput = Document["secrets"][number];
/** An object that an earlier import has written, and that the lists lack. */
export type Gone = Document["gone"][number];

export interface Imported extends Omit<Document, "version" | "kind" | "files" | "leftOut" | "unlisted"> {
  readonly isNew: boolean;
  readonly files: readonly WrittenFile[];
  /** Whether the known settings or the project name this host. */
  readonly isHostSet: boolean;
  readonly isStackKnown: boolean;
  readonly leftOut: readonly LeftOut[];
  readonly unlisted: Listed["unlisted"];
  readonly directory: Directory;
}

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
  columns: columns(whole("KIND"), wrapping("PATH"), wrapping("REASON")),
  rows: leftOut.map(({ object, reason }) => [pluralOf(object.spec), directory.pathOf(object).join("/"), reason]),
});

function exitOf({ unlisted, unseen, notChecked, leftOut }: Imported): ExitCode {
  if (unlisted.length + unseen.length + notChecked.length > 0) return UNKNOWN;
  return leftOut.length > 0 ? FOUND : CLEAN;
}

function notesOn(imported: Imported): string[] {
  const { folder, isDryRun, isNew, files, secrets, leftOut, kinds } = imported;
  const added = sumOf(kinds, "added");
  const done = isDryRun ? "would be written to" : "written to";
  const isNext = added > 0 && !isDryRun;
  const wrote = files.length === 0 ? "nothing" : files.map(({ file }) => file).join(", ");
  return sentences(
    `${counted(added, "object")} ${done} "${folder}": ${wrote}.`,
    leftAsTheyAre(kinds, isNew),
    leftOut.length > 0 && `${NOT_IMPORTED} says what to do about objects that cannot be taken over.`,
    imported.assumption ?? undefined,
    imported.gone.map((one) => goneNote(one, isNext)),
    imported.unseen.map(
      ({ kind, uid, name }) => `The token cannot see ${kind} "${name}" (${uid}), which may still exist.`,
    ),
    imported.unlisted.map(
      ({ spec, error }) => `${pluralOf(spec)} could not be read, so there may be more objects: ${error.message}.`,
    ),
    secrets.length > 0 && secretsNote(secrets),
    added > 0 && !isNew && stackNote(imported),
    isNext && nextNote(imported),
    isNext && isNew && FROM_FILE.replaceAll("`", ""),
  );
}

function nextNote({ host, isHostSet, isNew, secrets, gone }: Imported): string {
  const lines = secrets.length === 0 ? "" : `${SET_SECRETS_LINE}, then `;
  const first = `Next, in that folder: ${isNew ? "npm install and pulumi stack init dev" : "npm install"}, then ${lines}`;
  const up = gone.length > 0 ? "pulumi up --refresh" : "pulumi up";
  if (host === "dynamic") return `${first}PLATFORM_ADOPT_EXISTING=identical ${up} --continue-on-error.`;
  const imports = `${first}${IMPORT_LINE}, then ${up}. Its preview must show only the option protect, because the update undoes what others have changed or deleted.`;
  if (isNew || isHostSet) return imports;
  return `${imports} Before that, add the plugin to Pulumi.yaml and set platform:shell to plugin (docs/plugin.md).`;
}

/** Warns that an update deletes what the stack manages and its program does not declare. */
const NOT_HERE = " The new program does not declare them, so an update of that stack with this program deletes them.";

const sumOf = (kinds: readonly KindCount[], result: "added" | "held" | "ignored"): number =>
  kinds.reduce((sum, kind) => sum + kind[result], 0);

function leftAsTheyAre(kinds: readonly KindCount[], isNew: boolean): string[] {
  const [held, ignored] = [sumOf(kinds, "held"), sumOf(kinds, "ignored")];
  const left = (number: number) => (number === 1 ? "It was left out" : "They were left out");
  return sentences(
    held > 0 &&
      `The stack already manages ${counted(held, "object")} that no import has written. ${left(held)}.${isNew ? NOT_HERE : ""}`,
    ignored > 0 && `${IGNORE_FILE} hides ${counted(ignored, "object")}. ${left(ignored)}.`,
  );
}

/** @param isNext whether a later note has the update to run */
function goneNote({ kind, uid, name }: Gone, isNext: boolean): string {
  return `Deleted on the platform: ${kind} "${name}" (${uid}). Remove it from the program, unless pulumi stack --show-ids has another uid for it${isNext ? "" : ". Then run pulumi up --refresh"}.`;
}

/** Says how an import leaves out what the stack has created. */
function stackNote({ folder, host, isStackKnown, isDryRun }: Imported): string | false {
  if (folder === null || isStackKnown || projectFolder(folder) === undefined) return false;
  const first = isDryRun ? "import" : `restore the files, also ${MANIFEST}, and import`;
  const moved = host === "plugin" ? `, and ${IMPORT_FILE} lists what has moved into a component` : "";
  return `Objects that the stack has created count as new${moved}, because the call names no stack. To leave them out, ${first} with --cwd "${folder}".`;
}

function secretsNote(secrets: readonly SecretInput[]): string {
  const inputs = [...new Set(secrets.map(({ kind, input }) => `${nameOf(specOf(kind))}.${input}`))].join(", ");
  return `The program reads ${counted(secrets.length, "secret")} from the stack's config (${inputs}), because the address may contain a password. ${SET_SECRETS_LINE} sets ${secrets.length === 1 ? "it" : "them"}.`;
}

const documentFor = ({ isNew, isHostSet, isStackKnown, directory, ...imported }: Imported) => ({
  ...imported,
  files: imported.files.map(({ file, action, text }) => ({ file, action, text: imported.isDryRun ? text : null })),
  leftOut: imported.leftOut.map(({ object, reason, remedy }) => ({
    kind: object.spec.type,
    uid: object.uid,
    path: directory.pathOf(object).join("/"),
    reason,
    remedy,
  })),
  unlisted: imported.unlisted.map(({ spec, error }) => ({ kind: spec.type, reason: error.message })),
});
