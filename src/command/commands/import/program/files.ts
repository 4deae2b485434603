import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { HostName } from "../../../../description/names/host-name";
import type { ResourceSpec } from "../../../../description/spec/resource";
import { IMPORT_FILE, type ImportEntry, importFile } from "../import-file";
import type { LeftOut } from "../judge";
import { MANIFEST, manifestText } from "../manifest";
import { askedSecret, NOT_IMPORTED, notImportedPage } from "../not-imported";
import type { SecretInput, WrittenFile } from "../report";
import { SET_SECRETS, secretLines, secretsScript } from "../secrets";
import { supportFiles } from "../support-files";
import { INDEX, namesDeclared } from "./existing";
import { type ProgramPlan, planOf, type Wanted } from "./plan";
import { indexAfter } from "./sources";

export interface Program {
  /** The files. The record of the import is the last. */
  readonly files: readonly WrittenFile[];
  /** The inputs that this import adds, and that come from the stack's config. */
  readonly secrets: readonly SecretInput[];
}

export interface ProgramOptions {
  readonly host: HostName;
  readonly leftOut: readonly LeftOut[];
  /** Keys of written objects that need no import any more, because they were deleted or the stack has them. */
  readonly notToImport: ReadonlySet<string>;
}

export function programOf(folder: string, wanted: Wanted, { host, leftOut, notToImport }: ProgramOptions): Program {
  const plan = planOf(wanted);
  const before = (file: string) => textAt(join(folder, file));
  const { sources: present, manifest } = wanted.existing;
  const extended = indexAfter(wanted, plan);
  // Only the first import writes them, because people may edit or delete them.
  const support = manifest === undefined ? supportFiles(wanted.parent.name, host) : {};
  const { objects } = plan;
  const isToImport = (spec: ResourceSpec, { name, id }: ImportEntry) =>
    !notToImport.has(`${spec.type} ${id}`) && namesDeclared(spec, present.values()).includes(name);
  const asked = leftOut.flatMap((one) => askedSecret(one, wanted.directory) ?? []);
  const lines = secretLines(objects, asked);
  const isNeeded = (file: string, entries: readonly unknown[]) => entries.length > 0 || before(file) !== undefined;
  const rewritten = {
    [SET_SECRETS]: isNeeded(SET_SECRETS, lines) ? secretsScript(lines) : undefined,
    [NOT_IMPORTED]: isNeeded(NOT_IMPORTED, leftOut) ? notImportedPage(leftOut, wanted) : undefined,
    [IMPORT_FILE]: host === "plugin" ? importFile(before(IMPORT_FILE), plan, isToImport) : undefined,
    [MANIFEST]: manifestText({ version: 1, parentUid: wanted.parent.uid, objects }),
  };
  const others = Object.entries({ ...support, ...rewritten }).flatMap(([file, text]): WrittenFile[] => {
    const former = before(file);
    const isKept = former === text || (former !== undefined && Object.hasOwn(support, file));
    if (isKept || text === undefined) return [];
    return [{ file, text, action: former === undefined ? "created" : "rewritten" }];
  });
  const action = present.has(INDEX) ? "extended" : "created";
  const sources: WrittenFile[] = extended === undefined ? [] : [{ file: INDEX, text: extended, action }];
  return { files: [...sources, ...others], secrets: secretsIn(plan) };
}

/** The inputs that the declarations of a plan take from the stack's config. */
export const secretsIn = ({ declarations }: Pick<ProgramPlan, "declarations">): SecretInput[] =>
  declarations.flatMap(({ object: { spec, uid }, secrets }) =>
    Object.entries(secrets).map(([input, key]) => ({ kind: spec.type, uid, input, key })),
  );

const textAt = (file: string): string | undefined => (existsSync(file) ? readFileSync(file, "utf8") : undefined);
