import { isDeepStrictEqual } from "node:util";
import { PlatformError } from "../../api/errors";
import { isNamed, type ResourceSpec } from "../../spec/resource";
import type { AdoptionPreview } from "../shared/adoption-preview";
import type { Run } from "../shared/run";
import type { EngineLog } from "./engine-log";
import { type Imports, missingWriteOnly } from "./imports";
import type { ServedKind } from "./served";

/** What the calls of one process share. */
export interface Served {
  readonly run: Run;
  readonly log: EngineLog;
  readonly imports: Imports;
  /** Shows in a preview which objects it adopts. */
  readonly adoptions: AdoptionPreview;
}

/** A kind of objects of the platform. */
export const servedResource = (spec: ResourceSpec, { run, log, imports, adoptions }: Served): ServedKind => ({
  spec,

  check({ urn }, sides, isRecorded) {
    const [recorded, given] = sides;
    // Programs in other languages leave the name out too, and have no class that fills it in.
    const named = isNamed(spec) ? { name: nameOfUrn(urn), ...given } : given;
    const { inputs, complaints, warnings } = run.check({ spec, urn }, [recorded, named], isRecorded);
    const imported = imports.uidOf(urn);
    const isReadBack = imported !== undefined && isDeepStrictEqual(...sides);
    const isAbout = (complaint: string) => (path: string) => complaint.startsWith(`${path} `);
    const missing = isReadBack ? missingWriteOnly(spec, inputs) : [];
    const waived = missing.filter((path) => complaints.some((complaint) => isAbout(complaint)(path)));
    const kept = complaints.filter((complaint) => !waived.some(isAbout(complaint)));
    // advice: import-secret
    if (waived.length > 0) log.warn(`the platform never returns ${waived.join(", ")}: add it to the program`);
    for (const warning of warnings) log.warn(warning);
    if (kept.length > 0) run.ownership.noteFailure({ spec, urn });
    else if (imported !== undefined) run.ownership.noteDiff({ spec, urn, uid: imported }, "kept");
    return { inputs, complaints: kept };
  },

  diff(ref, [recorded, desired]) {
    const found = run.diff({ spec, ...ref }, recorded, desired);
    if (found.warning !== undefined) log.warn(found.warning);
    return { ...found, differences: run.core.differences({ spec }, recorded, desired) };
  },

  create: (ref, inputs) => run.core.create({ spec, ...ref }, inputs),

  async planCreate(ref, inputs, plain) {
    const refusal = await adoptions.show({ spec, ...ref, resource: nameOfUrn(ref.urn), inputs, plain }, run.core);
    if (refusal !== undefined) throw new PlatformError(refusal);
    return run.core.planned({ spec }, undefined, inputs);
  },

  async read(ref, recorded) {
    if (Object.keys(recorded).length > 0) return run.core.read({ spec, ...ref }, recorded);
    // It is the read of an import, or of a resource that the program only reads.
    const found = await run.core.readForImport({ spec, ...ref });
    imports.note(ref.urn, found === undefined ? undefined : ref.id);
    return found;
  },

  update: (ref, [recorded, desired]) => run.core.update({ spec, ...ref }, recorded, desired),

  planUpdate: ([recorded, desired]) => run.core.planned({ spec }, recorded, desired),

  delete: (ref, recorded) => run.core.delete({ spec, ...ref }, recorded),
});

const nameOfUrn = (urn: string): string => urn.split("::").slice(3).join("::");
