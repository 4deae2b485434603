import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { HostName } from "../../../../description/names/host-name";
import type { ResourceSpec } from "../../../../description/spec/resource";
import type { Values } from "../../../../description/spec/values";
import { kindInWords } from "../code/names";
import { IMPORT_FILE, type ImportEntry, importFile } from "../import-file";
import type { ByHand, LeftOut } from "../judge";
import { MANIFEST, manifestText } from "../manifest";
import { NOT_IMPORTED, notImportedPage } from "../not-imported";
import { referencesIn } from "../references";
import type { SecretInput, WrittenFile } from "../report";
import { type AskedSecret, SET_SECRETS, secretKey, secretLines, secretsScript } from "../secrets";
import { supportFiles } from "../support-files";
import { declares, INDEX, namesDeclared } from "./existing";
import { type ProgramPlan, planOf, type Wanted } from "./plan";
import type { Refer } from "./properties";
import { References } from "./refer";
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
  const index = extended ?? present.get(INDEX) ?? "";
  const referFrom = ({ spec, inputs }: ByHand): Refer => referInto(index, [spec, inputs], { wanted, plan });
  const secrets = plan.declarations.flatMap(({ object: { spec, uid }, secrets: keys }) =>
    Object.entries(keys).map(([input, key]): SecretInput => ({ kind: spec.type, uid, input, key })),
  );
  // Only the first import writes them, because people may edit or delete them.
  const support = manifest === undefined ? supportFiles(wanted.parent.name, host) : {};
  const { objects } = plan;
  const isToImport = (spec: ResourceSpec, { name, id }: ImportEntry) =>
    !notToImport.has(`${spec.type} ${id}`) && namesDeclared(spec, present.values()).includes(name);
  const asked = askedSecrets(leftOut, wanted);
  const keyOf = (one: LeftOut) => asked.get(one)?.key;
  const lines = secretLines(objects, [...asked.values()]);
  const isNeeded = (file: string, entries: readonly unknown[]) => entries.length > 0 || before(file) !== undefined;
  const rewritten = {
    [SET_SECRETS]: isNeeded(SET_SECRETS, lines) ? secretsScript(lines) : undefined,
    [NOT_IMPORTED]: isNeeded(NOT_IMPORTED, leftOut)
      ? notImportedPage(leftOut, { ...wanted, referFrom, keyOf })
      : undefined,
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
  return { files: [...sources, ...others], secrets };
}

/** The secrets that objects which were not imported need, each with a key of its own. */
function askedSecrets(leftOut: readonly LeftOut[], { directory }: Wanted) {
  const asked = new Map<LeftOut, AskedSecret>();
  for (const one of leftOut) {
    const name = one.byHand?.secret.at(-1);
    if (name === undefined) continue;
    const key = secretKey(one.object, directory.labelOf(one.object), name);
    const path = directory.pathOf(one.object).join("/");
    asked.set(one, { key, prompt: `${name} of the ${kindInWords(one.spec)} "${path}"` });
  }
  return asked;
}

const textAt = (file: string): string | undefined => (existsSync(file) ? readFileSync(file, "utf8") : undefined);

/** Returns how lines for index.ts write references: by variable if index.ts declares it, and else by uid. */
function referInto(
  index: string,
  [spec, inputs]: readonly [ResourceSpec, Values],
  { wanted, plan }: { readonly wanted: Wanted; readonly plan: ProgramPlan },
): Refer {
  const refersTo = referencesIn(spec.fields, inputs).flatMap((reference) => plan.keyOf(reference) ?? []);
  const refer = new References(wanted, plan).refersFrom(refersTo);
  return (reference) => {
    const found = refer(reference);
    if (found.value?.kind !== "code") return found;
    const [variable = ""] = found.value.text.split(".");
    return declares(index, variable) ? found : {};
  };
}
