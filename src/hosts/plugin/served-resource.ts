import { PlatformError } from "../../client/api/errors";
import { CREATES_FIRST } from "../../description/names/hidden-inputs";
import { pluginToken } from "../../description/names/plugin";
import { nameOfUrn } from "../../description/names/urn";
import { resources } from "../../description/resources";
import { kindOfUid } from "../../description/spec/place";
import { isNamed, nameOf, nameWithArticle, type ResourceSpec } from "../../description/spec/resource";
import type { AdoptionPreview } from "../shared/adoption-preview";
import type { Run } from "../shared/run";
import type { EngineLog } from "./engine-log";
import { waiveWriteOnly } from "./imports";
import type { ServedKind } from "./served";

export interface Served {
  readonly run: Run;
  readonly log: EngineLog;
  /** uids of imported objects, by URN. The engine reads an object by its id alone, and then checks the inputs of its resource. */
  readonly imports: Map<string, string>;
  /** uids of the objects that this run created or adopted, by URN. */
  readonly objects: Map<string, string>;
  readonly adoptions: AdoptionPreview;
}

export const servedResource = (spec: ResourceSpec, { run, log, imports, objects, adoptions }: Served): ServedKind => ({
  spec,

  check({ urn }, [recorded, { [CREATES_FIRST]: order, ...given }], isRecorded) {
    const createsFirst = typeof order === "boolean" ? order : undefined;
    // Programs in other languages leave the name out too, and have no class that fills it in.
    const named = isNamed(spec) ? { name: nameOfUrn(urn), ...given } : given;
    const checked = run.check({ spec, urn, resource: nameOfUrn(urn), createsFirst }, [recorded, named], isRecorded);
    const { inputs } = checked;
    const imported = imports.get(urn);
    const { complaints, waived } =
      imported === undefined
        ? { complaints: checked.complaints, waived: [] }
        : waiveWriteOnly(spec, [recorded, given], checked.complaints);
    if (waived.length > 0) log.warn(`The platform never returns ${waived.join(", ")}. Add it to the program`);
    for (const warning of checked.warnings) log.warn(warning);
    if (complaints.length > 0) run.ownership.noteFailure();
    else if (imported !== undefined) run.ownership.noteDiff({ spec, urn, uid: imported }, "kept");
    return { inputs, complaints };
  },

  diff(ref, [recorded, desired]) {
    const found = run.diff({ spec, ...ref }, recorded, desired);
    imports.delete(ref.urn);
    if (found.warning !== undefined) log.warn(found.warning);
    return { ...found, differences: run.core.differences({ spec }, recorded, desired) };
  },

  async create(ref, inputs) {
    const created = await run.core.create({ spec, ...ref }, inputs);
    objects.set(ref.urn, created.uid);
    return created;
  },

  async planCreate(ref, inputs, plain) {
    const planned = run.core.planned({ spec }, undefined, inputs);
    const refusal = await adoptions.show({ spec, ...ref, resource: nameOfUrn(ref.urn), inputs, plain }, run.core);
    if (refusal !== undefined) throw new PlatformError(refusal);
    return planned;
  },

  async read(ref, recorded, isImport) {
    if (!isImport) return run.core.read({ spec, ...ref }, recorded);
    run.ownership.noteImport({ spec, uid: ref.id });
    const actual = kindOfUid(spec, ref.id, resources);
    if (actual !== spec) throw new PlatformError(otherKindText(ref.id, [spec, actual]));
    const found = await run.core.readForImport({ spec, ...ref });
    imports.set(ref.urn, ref.id);
    return found;
  },

  update: (ref, [recorded, desired]) => run.core.update({ spec, ...ref }, recorded, desired),

  planUpdate: ([recorded, desired]) => run.core.planned({ spec }, recorded, desired),

  async delete(ref, recorded) {
    // A run never deletes an object that it created. This replacement created first, and adopted the object that it should replace.
    const isOwn = objects.get(ref.urn) === ref.id && spec.lifecycle === undefined;
    if (isOwn) throw new PlatformError(notReplacedText(`${nameOf(spec)} ${ref.id}`));
    await run.core.delete({ spec, ...ref }, recorded);
  },
});

const otherKindText = (uid: string, [spec, actual]: readonly [ResourceSpec, ResourceSpec]): string =>
  [
    `${uid} was not imported, because it is ${nameWithArticle(actual)}, not ${nameWithArticle(spec)}.`,
    `- Import it as ${pluginToken(actual)}.`,
  ].join("\n");

const notReplacedText = (object: string): string =>
  [
    `The ${object} was not replaced and not deleted, because Pulumi ran the create before the delete, and the create adopted this object.`,
    "- If you want to replace it, give the resource the option deleteBeforeReplace: true, and run the replacement again.",
  ].join("\n");
