import { platformClient } from "../../../lookups/access";
import type { Run } from "../../command";
import { type Call, CallError } from "../../declaration";
import { Ignoring } from "../../ignoring/ignoring";
import { rulesFor } from "../../ignoring/rules-for";
import { sortsByDefault } from "../../ignoring/sorts";
import { keyOfObject } from "../../organization/directory";
import { sightAround } from "../../organization/visibility";
import { sayNotes } from "../../output/notes";
import { type StackState, stackOfUrn, stackState } from "../../stack/export";
import { type CallerFlags, type StackChoice, stackChoice } from "../../stack/options";
import { projectFolder } from "../../stack/project";
import { refreshPreview } from "../../stack/refresh";
import { settingsOf, settingsWith } from "../../stack/settings";
import type { drift } from "./declaration";
import { judge } from "./findings";
import { driftReport } from "./report";
import { heldBy, Scope } from "./scope";
import { findUnmanaged, type Search, type Unmanaged, type UnmanagedFound } from "./unmanaged";

/** Compares a stack with the platform. */
export const run: Run<typeof drift> = async (call) => {
  const { unmanaged: looksForMore, under = [], failOn = sortsByDefault, ignoreFile } = call.flags;
  if (under.length > 0 && !looksForMore) {
    // advice: add-unmanaged
    throw new CallError("--under widens what --unmanaged looks through: give both");
  }
  const choice = stackChoice(call) ?? {};
  // The engine repeats what the provider says: no secret of the environment is shown.
  settingsWith(undefined, call);
  const now = new Date();
  const ignoring = new Ignoring(rulesFor(ignoreFile, projectFolder(choice.cwd ?? ".")), now.toISOString().slice(0, 10));
  call.progress("Comparing the stack with the platform");
  const log = await refreshPreview(choice);
  const gone = new Set(log.resources.filter(({ outcome }) => outcome === "deleted").map(({ id }) => id));
  call.progress("Reading the state of the stack");
  const state = await stackState(choice);
  const found = looksForMore ? await searched(call, { choice, state, under, ignoring, gone }) : undefined;
  const [first] = [...log.resources, ...log.unread];
  const name = first === undefined ? undefined : stackOfUrn(first.urn);
  const report = driftReport({ findings: judge({ log, found, ignoring, state }), name, failOn, time: now });
  sayNotes(call, "note", report.notes);
  return report;
};

type Wanted = Pick<Search, "ignoring" | "gone"> & {
  readonly choice: StackChoice;
  readonly state: StackState;
  readonly under: readonly string[];
};

// advice: name-a-group
const NO_GROUP = "The stack manages nothing that shows which group to check. Name one with --under <uid>.";

// advice: name-a-group
const ALL_EXPLICIT =
  "All resources of this stack use explicit providers. Run drift with the settings of one platform and --under <uid>.";

/** What no resource holds. What an update has made meanwhile is in the state by the end. */
async function searched(
  call: Call<StackChoice & CallerFlags>,
  { choice, state, under, ignoring, gone }: Wanted,
): Promise<UnmanagedFound> {
  const settings = await settingsOf(call, choice);
  const held = heldBy(state.resources);
  const scope = new Scope(held, under);
  if (scope.groups.length === 0) {
    const managed = held.filter(({ isReadOnly }) => !isReadOnly);
    const isElsewhere = managed.length > 0 && managed.every(({ isOfExplicitProvider }) => isOfExplicitProvider);
    throw new Error(isElsewhere ? ALL_EXPLICIT : NO_GROUP);
  }
  call.progress("Reading the objects of the stack's groups");
  const client = platformClient(settings);
  const sight = await sightAround(client, settings, call.flags);
  const found = await findUnmanaged({ client, scope, held, ignoring, gone, sight });
  if (found.objects.length + found.explained.length === 0) return found;
  const { resources } = await stackState(choice);
  const heldNow = new Set(heldBy(resources).map(keyOfObject));
  const isFree = ({ object }: Unmanaged) => !heldNow.has(keyOfObject(object));
  return { ...found, objects: found.objects.filter(isFree), explained: found.explained.filter(isFree) };
}
