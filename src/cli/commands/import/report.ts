import { nameOf, pluralOf, type ResourceSpec } from "../../../spec/resource";
import { CLEAN, column, type ExitCode, FOUND, type Report, UNKNOWN } from "../../declaration";
import { reportOf } from "../../document";
import { IGNORE_FILE } from "../../ignoring/rules-for";
import { type NotChecked, notCheckedTables } from "../../not-checked";
import { projectFolder } from "../../stack/project";
import type { Gone } from "./gone";
import type { LeftOut } from "./judge";
import { MANIFEST } from "./manifest";
import { NOT_IMPORTED } from "./not-imported";
import type { Directory } from "./paths";
import { importDocument } from "./schema";
import { SECRETS, type SecretInput } from "./secrets";

/** A file as it was written, or would be. */
export interface WrittenFile {
  readonly file: string;
  readonly text: string;
  readonly action: "created" | "extended" | "rewritten";
}

/** How many objects of a kind there are, and what became of them. */
export interface KindCount {
  readonly spec: ResourceSpec;
  readonly found: number;
  readonly added: number;
  readonly present: number;
  readonly held: number;
  readonly ignored: number;
  readonly leftOut: number;
}

/** What an import has found and done. */
export interface Imported {
  readonly parentUid: string;
  readonly folder: string;
  readonly isDryRun: boolean;
  /** Whether the folder had no program before. */
  readonly isNew: boolean;
  readonly files: readonly WrittenFile[];
  /** Whether the call names a stack, so that what it holds is known. */
  readonly isStackKnown: boolean;
  /** What it has added that comes from the stack's config. */
  readonly secrets: readonly SecretInput[];
  readonly kinds: readonly KindCount[];
  readonly leftOut: readonly LeftOut[];
  readonly gone: readonly Gone[];
  /** What lists have no more, and cannot be asked for. */
  readonly unseen: readonly Gone[];
  /** The kinds that the token is not known to see in the group. */
  readonly notChecked: readonly NotChecked[];
  /** What the answer rests on and nobody can verify: a sentence. */
  readonly assumption: string | undefined;
  readonly unlisted: readonly { readonly spec: ResourceSpec; readonly error: Error }[];
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
        columns: [
          column("KIND", { isWhole: true }),
          column("FOUND", { isNumber: true, isWhole: true }),
          column("ADDED", { isNumber: true, isWhole: true }),
          column("PRESENT", { isNumber: true, isWhole: true }),
          column("LEFT OUT", { isNumber: true, isWhole: true }),
        ],
        rows: kinds.map(({ spec, found, added, present, leftOut: out }) => [
          pluralOf(spec),
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
  columns: [column("KIND", { isWhole: true }), column("PATH"), column("REASON")],
  rows: leftOut.map(({ spec, object, reason }) => [pluralOf(spec), directory.pathOf(object).join("/"), reason]),
  empty: "",
});

function exitOf({ unlisted, unseen, notChecked, leftOut }: Imported): ExitCode {
  if (unlisted.length + unseen.length + notChecked.length > 0) return UNKNOWN;
  return leftOut.length > 0 ? FOUND : CLEAN;
}

function notesOn(imported: Imported): string[] {
  const { folder, isDryRun, isNew, files, secrets, leftOut, gone, unseen, unlisted, kinds } = imported;
  const added = kinds.reduce((sum, kind) => sum + kind.added, 0);
  const done = isDryRun ? "would be written to" : "written to";
  const wrote = files.length === 0 ? "nothing" : files.map(({ file }) => file).join(", ");
  return [
    `${counted(added)} ${done} "${folder}": ${wrote}.`,
    ...leftAsTheyAre(kinds, isNew),
    ...(leftOut.length === 0 ? [] : [`${NOT_IMPORTED} tells what to do about what cannot be taken over.`]),
    ...(imported.assumption === undefined ? [] : [imported.assumption]),
    ...gone.map(goneNote),
    ...unseen.map(
      ({ kind, uid, name }) => `Cannot be seen with this token, and may be there: ${kind} "${name}" (${uid}).`,
    ),
    ...unlisted.map(
      ({ spec, error }) => `Not read, so that there may be more: ${pluralOf(spec)}, for ${error.message}.`,
    ),
    ...(secrets.length === 0 ? [] : [secretsNote(secrets)]),
    ...(added > 0 && !isNew ? stackNote(imported) : []),
    // advice: import-first-up
    ...(added > 0 && !isDryRun
      ? [
          `Next, in that folder: ${isNew ? "npm install and pulumi stack init dev" : "npm install"}, then ` +
            `${secrets.length === 0 ? "" : `the lines of ${SECRETS}, then `}` +
            "PLATFORM_ADOPT_EXISTING=identical pulumi up --continue-on-error.",
        ]
      : []),
  ];
}

/** What a stack holds and its program does not declare, its next update deletes. */
const NOT_HERE =
  " The program in the new folder does not declare them: an update of that stack with it takes them away.";

const counted = (number: number): string => `${number} ${number === 1 ? "object" : "objects"}`;

/** What is neither the program's nor new. */
function leftAsTheyAre(kinds: readonly KindCount[], isNew: boolean): string[] {
  const held = kinds.reduce((sum, kind) => sum + kind.held, 0);
  const ignored = kinds.reduce((sum, kind) => sum + kind.ignored, 0);
  const left = (number: number) => (number === 1 ? "it was left as it is" : "they were left as they are");
  return [
    ...(held === 0
      ? []
      : [
          `The stack already holds ${counted(held)} that no import has written: ${left(held)}.${isNew ? NOT_HERE : ""}`,
        ]),
    ...(ignored === 0 ? [] : [`${IGNORE_FILE} means ${counted(ignored)}: ${left(ignored)}.`]),
  ];
}

function goneNote({ kind, uid, name, file }: Gone): string {
  // advice: import-take-out-gone
  return `No more on the platform: ${kind} "${name}" (${uid}), written to ${file}. If the program still declares it, take it out and run pulumi up --refresh.`;
}

/** How an import leaves out what the program has made itself. */
function stackNote({ folder, isStackKnown, isDryRun }: Imported): string[] {
  if (isStackKnown || projectFolder(folder) === undefined) return [];
  const first = isDryRun ? "import" : `take the files back as they were, ${MANIFEST} too, and import`;
  // advice: import-name-the-stack
  return [
    `No stack was asked what it holds, so that what it has made itself counts as new. If some of this is such: ${first} with --cwd "${folder}".`,
  ];
}

function secretsNote(secrets: readonly SecretInput[]): string {
  const [one, them] = secrets.length === 1 ? ["a secret", "it"] : [`${secrets.length} secrets`, "them"];
  const inputs = [...new Set(secrets.map(({ spec, input }) => `${nameOf(spec)}.${input}`))].join(", ");
  // advice: import-set-secrets
  return `The program reads ${one} from the stack's config (${inputs}), whose path may hold a password: ${SECRETS} has the lines that set ${them}.`;
}

const documentFor = ({
  parentUid,
  folder,
  isDryRun,
  files,
  secrets,
  kinds,
  leftOut,
  gone,
  unseen,
  unlisted,
  notChecked,
  assumption,
  directory,
}: Imported) => ({
  parentUid,
  folder,
  isDryRun,
  files: files.map(({ file, action, text }) => ({ file, action, text: isDryRun ? text : null })),
  secrets: secrets.map(({ spec, uid, input, key }) => ({ kind: spec.type, uid, input, key })),
  kinds: kinds.map(({ spec, ...counts }) => ({ kind: spec.type, ...counts })),
  leftOut: leftOut.map(({ spec, object, reason, remedy }) => ({
    kind: spec.type,
    uid: object.uid,
    path: directory.pathOf(object).join("/"),
    reason,
    remedy,
  })),
  gone,
  unseen,
  unlisted: unlisted.map(({ spec, error }) => ({ kind: spec.type, reason: error.message })),
  notChecked,
  assumption: assumption ?? null,
});
