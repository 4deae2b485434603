import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { LeftOut } from "../judge";
import { MANIFEST, manifestText } from "../manifest";
import { NOT_IMPORTED, notImportedPage } from "../not-imported";
import type { WrittenFile } from "../report";
import { supportFiles } from "../support-files";
import { planOf, type Wanted } from "./plan";
import { sourcesOf } from "./sources";

/** The files that an import has to write into a folder, the record of it last. */
export function programOf(folder: string, wanted: Wanted, leftOut: readonly LeftOut[]): WrittenFile[] {
  const plan = planOf(wanted);
  const isThere = (file: string) => existsSync(join(folder, file));
  const sources = sourcesOf(wanted, plan).map(
    ({ file, text, before }): WrittenFile => ({ file, text, action: before === undefined ? "created" : "extended" }),
  );
  // They are the user's from the first import on, and so is the decision to delete one.
  const support = wanted.existing.manifest === undefined ? Object.entries(supportFiles(wanted.parent.name)) : [];
  const remade = [
    ...(leftOut.length > 0 || isThere(NOT_IMPORTED)
      ? [[NOT_IMPORTED, notImportedPage(leftOut, wanted.directory)] as const]
      : []),
    [
      MANIFEST,
      manifestText({ version: 1, parentUid: wanted.parent.uid, layout: plan.layout, objects: plan.objects }),
    ] as const,
  ];
  return [
    ...sources,
    ...support
      .filter(([file]) => !isThere(file))
      .map(([file, text]): WrittenFile => ({ file, text, action: "created" })),
    ...remade
      .filter(([file, text]) => !isThere(file) || readFileSync(join(folder, file), "utf8") !== text)
      .map(([file, text]): WrittenFile => ({ file, text, action: isThere(file) ? "rewritten" : "created" })),
  ];
}
