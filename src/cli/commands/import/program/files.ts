import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { LeftOut } from "../judge";
import { MANIFEST, manifestText } from "../manifest";
import { NOT_IMPORTED, notImportedPage } from "../not-imported";
import type { WrittenFile } from "../report";
import { SECRETS, type SecretInput, secretsPage } from "../secrets";
import { supportFiles } from "../support-files";
import { planOf, type Wanted } from "./plan";
import { sourcesOf } from "./sources";

/** A program as it is to be written into a folder. */
export interface Program {
  /** The files, the record of the import last. */
  readonly files: readonly WrittenFile[];
  /** What this import adds that comes from the stack's config. */
  readonly secrets: readonly SecretInput[];
}

/** What an import has to write into a folder. */
export function programOf(folder: string, wanted: Wanted, leftOut: readonly LeftOut[]): Program {
  const plan = planOf(wanted);
  const isThere = (file: string) => existsSync(join(folder, file));
  const sources = sourcesOf(wanted, plan).map(
    ({ file, text, before }): WrittenFile => ({ file, text, action: before === undefined ? "created" : "extended" }),
  );
  // They are the user's from the first import on, and so is the decision to delete one.
  const support = wanted.existing.manifest === undefined ? Object.entries(supportFiles(wanted.parent.name)) : [];
  const secrets = plan.declarations.flatMap(({ object: { spec, uid }, secrets: keys }) =>
    Object.entries(keys).map(([input, key]): SecretInput => ({ spec, uid, input, key })),
  );
  const remade = [
    ...(secrets.length > 0 ? [[SECRETS, secretsPage(plan.objects)] as const] : []),
    ...(leftOut.length > 0 || isThere(NOT_IMPORTED)
      ? [[NOT_IMPORTED, notImportedPage(leftOut, wanted.directory)] as const]
      : []),
    [
      MANIFEST,
      manifestText({ version: 1, parentUid: wanted.parent.uid, layout: plan.layout, objects: plan.objects }),
    ] as const,
  ];
  const files = [
    ...sources,
    ...support
      .filter(([file]) => !isThere(file))
      .map(([file, text]): WrittenFile => ({ file, text, action: "created" })),
    ...remade
      .filter(([file, text]) => !isThere(file) || readFileSync(join(folder, file), "utf8") !== text)
      .map(([file, text]): WrittenFile => ({ file, text, action: isThere(file) ? "rewritten" : "created" })),
  ];
  return { files, secrets };
}
