import { HostError, type Props } from "../host";
import type { ProgramRun } from "./program";
import { type Entry, nameOfUrn, type Snapshot } from "./state";
import type { Call, Step, StepOptions } from "./steps";

/** How a command runs. */
export interface RunOptions extends StepOptions, ProgramRun {
  readonly continueOnError: boolean;
  readonly parallel: number;
}

/** What a run needs of the command that it is part of. */
export interface RunParts {
  readonly snapshot: Snapshot;
  readonly call: Call;
  readonly options: RunOptions;
  report(message: string): void;
  /** Puts deletes that run together into the order in which workers take them. */
  shuffled(entries: readonly Entry[]): readonly Entry[];
  /** Called for each step that changes something. */
  changed(what: string): void;
}

/** Does what a step is, and records it. Throws HostError or StepError if it fails. */
export async function apply(step: Step, parts: RunParts): Promise<void> {
  const { snapshot, options, call } = parts;
  if (step.kind === "same") {
    Object.assign(step.fresh, { id: step.old.id, outputs: step.old.outputs });
    snapshot.finish(step.old);
    snapshot.record(step.fresh);
  } else if (step.kind === "skipped create") step.fresh.id = "";
  else if (step.kind === "forget") snapshot.finish(step.old);
  else if (step.kind === "create") await create(step, parts);
  else if (step.kind === "update") await update(step, parts);
  else if (step.kind === "delete") await deleteOne(step, parts);
  else {
    const { fresh, old } = step;
    const { id, properties } = await call("read", fresh, (host) => host.read(fresh.id, fresh.inputs));
    if (id === "") throw new StepError(`resource '${fresh.id}' does not exist`);
    Object.assign(fresh, { id, outputs: properties });
    if (!options.isPreview && old !== undefined) snapshot.finish(old);
    snapshot.record(fresh);
  }
}

async function create({ old, fresh, keepsOld }: Step & { readonly kind: "create" }, parts: RunParts): Promise<void> {
  const { snapshot, call, options } = parts;
  parts.changed(`${old === undefined ? "create" : "replace"} ${nameOfUrn(fresh.urn)}`);
  let problem: unknown;
  if (options.isPreview) fresh.outputs = fresh.inputs;
  else {
    const made = call("create", fresh, (host) => host.create(fresh.inputs));
    const { id, properties } = await made.catch((error: unknown) => {
      problem = error;
      return recorded(error, fresh);
    });
    Object.assign(fresh, { id, outputs: properties });
  }
  if (keepsOld && old !== undefined) old.isPendingDelete = true;
  if (old?.isPendingReplacement) snapshot.finish(old);
  snapshot.record(fresh);
  if (problem !== undefined) throw problem;
}

async function update({ old, fresh }: Step & { readonly kind: "update" }, parts: RunParts): Promise<void> {
  const { snapshot, call, options } = parts;
  parts.changed(`update ${nameOfUrn(fresh.urn)}`);
  fresh.id = old.id;
  let problem: unknown;
  if (options.isPreview) fresh.outputs = fresh.inputs;
  else {
    const made = call("update", fresh, (host) => host.update(old.id, old.outputs, fresh.inputs));
    fresh.outputs = await made.catch((error: unknown) => {
      problem = error;
      const { properties } = recorded(error, fresh);
      // An update that was half done leaves the old inputs and the new outputs.
      fresh.inputs = old.inputs;
      return properties;
    });
  }
  snapshot.finish(old);
  snapshot.record(fresh);
  if (problem !== undefined) throw problem;
}

async function deleteOne({ old, replaces }: Step & { readonly kind: "delete" }, parts: RunParts): Promise<void> {
  const { call, options, snapshot } = parts;
  if (replaces === undefined && old.protect) throw new ProtectedError(protectedText(old.urn));
  if (replaces !== "now") parts.changed(`delete ${nameOfUrn(old.urn)}`);
  if (!options.isPreview && !old.external && !old.retainOnDelete)
    await call("delete", old, (host) => host.delete(old.id, old.outputs));
  if (replaces === "now") old.isPendingReplacement = true;
  else snapshot.finish(old);
}

/** What the engine records of a call that failed half-way. Throws the error again where that is nothing. */
function recorded(error: unknown, fresh: Entry): { readonly id: string; readonly properties: Props } {
  if (!(error instanceof HostError) || error.incomplete === undefined) throw error;
  fresh.initErrors = error.incomplete.reasons;
  return error.incomplete;
}

/** A step that fails without a call. */
export class StepError extends Error {}

/** The engine always goes on after it. */
export class ProtectedError extends StepError {}

const protectedText = (urn: string): string => `resource "${urn}" cannot be deleted\nbecause it is protected.`;
