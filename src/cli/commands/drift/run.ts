import { readFileSync } from "node:fs";
import { join } from "node:path";
import { platformClient } from "../../../lookups/access";
import { callerOf } from "../../access/read";
import { type Call, CallError, type Run } from "../../declaration";
import { stackOfUrn, stackState } from "../../stack/export";
import { type StackChoice, stackChoice } from "../../stack/options";
import { projectFolder } from "../../stack/project";
import { refreshPreview } from "../../stack/refresh";
import { settingsOf, settingsWith } from "../../stack/settings";
import type { Flags } from "./declaration";
import { judge } from "./findings";
import { type Rule, readRules } from "./ignore-file";
import { Ignoring } from "./ignoring";
import { driftReport } from "./report";
import { heldBy, identityOf, Scope } from "./scope";
import { sorts } from "./sorts";
import { findUnmanaged, type UnmanagedFound } from "./unmanaged";

/** Compares a stack with the platform. */
export const run: Run<Flags> = async (call) => {
  const { unmanaged: looksForMore, under = [], failOn = sorts, ignoreFile } = call.flags;
  if (under.length > 0 && !looksForMore) {
    // advice: add-unmanaged
    throw new CallError("--under widens what --unmanaged looks through: give both");
  }
  const choice = stackChoice(call) ?? {};
  // The engine repeats what the provider says: no secret of the environment is shown.
  settingsWith(undefined, call);
  const now = new Date();
  const ignoring = new Ignoring(rulesFor(ignoreFile, choice), now.toISOString().slice(0, 10));
  call.progress("Comparing the stack with the platform");
  const log = await refreshPreview(choice);
  const gone = new Set(log.resources.filter(({ outcome }) => outcome === "deleted").map(({ id }) => id));
  const found = looksForMore ? await searched(call, { choice, under, ignoring, gone }) : undefined;
  const [first] = [...log.resources, ...log.unread];
  const name = first === undefined ? undefined : stackOfUrn(first.urn);
  return driftReport({ findings: judge({ log, found, ignoring }), name, failOn, time: now });
};

interface Wanted {
  readonly choice: StackChoice;
  readonly under: readonly string[];
  readonly ignoring: Ignoring;
  readonly gone: ReadonlySet<string>;
}

/** What no resource holds. What an update has made meanwhile is in the state by the end. */
async function searched(call: Call<StackChoice>, { choice, under, ignoring, gone }: Wanted): Promise<UnmanagedFound> {
  const settings = await settingsOf(call, choice);
  call.progress("Reading the state of the stack");
  const { resources: before, interrupted } = await stackState(choice);
  const held = heldBy(before);
  const scope = new Scope(held, under);
  if (scope.groups.length === 0) {
    // advice: name-a-group
    throw new Error("the stack holds nothing that tells a group to look through: name one with --under");
  }
  call.progress("Reading the objects of the stack's groups");
  const client = platformClient(settings);
  const found = await findUnmanaged({
    client,
    scope,
    held,
    ignoring,
    gone,
    interrupted,
    caller: await callerOf(settings),
  });
  if (found.objects.length === 0) return found;
  const { resources } = await stackState(choice);
  const heldNow = new Set(heldBy(resources).map(({ resource, spec }) => identityOf(spec, resource.uid)));
  return { ...found, objects: found.objects.filter(({ object }) => !heldNow.has(identityOf(object.spec, object.uid))) };
}

const IGNORE_FILE = ".pulumi-platform-ignore";

/** The rules of the file that the call names, or of the one in the project's folder. Throws CallError, IgnoreFileError. */
function rulesFor(named: string | undefined, { cwd = "." }: StackChoice): readonly Rule[] {
  const folder = projectFolder(cwd);
  const file = named ?? (folder === undefined ? undefined : join(folder, IGNORE_FILE));
  if (file === undefined) return [];
  try {
    return readRules(readFileSync(file, "utf8"), named ?? IGNORE_FILE);
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error)) throw error;
    if (error.code === "ENOENT" && named === undefined) return [];
    throw new CallError(`the ignore file ${file} cannot be read: ${error.code}`);
  }
}
