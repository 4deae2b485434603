import { callerOf } from "../../../client/connect";
import type { Settings } from "../../../client/settings";
import { isUid, rootOf } from "../../../description/uid";
import { platformClient } from "../../../program/lookups/access";
import type { FlagsFor, Run } from "../../command";
import { CallError, type CommandCall } from "../../declaration";
import { rulesFor } from "../../ignoring/ignore-file";
import { Ignoring } from "../../ignoring/ignoring";
import { sortsByDefault } from "../../ignoring/sorts";
import { keyOfObject } from "../../organization/directory";
import { sightAround } from "../../organization/visibility";
import { sayNotes } from "../../output/notes";
import { type RefreshLog, withUncompared } from "../../stack/event-log";
import { kindOfType, stackOfUrn, stackState } from "../../stack/export";
import { stackChoice } from "../../stack/options";
import { originOf } from "../../stack/origin";
import { projectFolder } from "../../stack/project";
import { refreshPreview } from "../../stack/refresh";
import { settingsOf, settingsWith } from "../../stack/settings";
import type { drift } from "./declaration";
import { judge } from "./findings";
import { driftReport } from "./report";
import { deletedGroups, type Managed, managedIn, Scope } from "./scope";
import { findUnmanaged, type Search, type Unmanaged, type UnmanagedFound } from "./unmanaged";

export const run: Run<typeof drift> = async (call) => {
  const { unmanaged: isSearching, under = [], failOn = sortsByDefault, ignoreFile } = call.flags;
  if (under.length > 0 && !isSearching) {
    throw new CallError("--under needs --unmanaged, because it adds groups to that search. Give both.");
  }
  const choice = stackChoice(call) ?? {};
  // Registers the secrets of the environment, because the engine repeats messages of the provider.
  settingsWith(undefined, call);
  const now = new Date();
  const ignoring = new Ignoring(rulesFor(ignoreFile, projectFolder(choice.cwd ?? ".")), now.toISOString().slice(0, 10));
  call.progress("Comparing the stack with the platform");
  const refreshed = await refreshPreview(choice);
  call.progress("Reading the state of the stack");
  const state = await stackState(choice);
  const managed = managedIn(state.resources);
  const log = withUncompared(refreshed, state.objects);
  const isPage = call.flags.output === "html";
  const settings = isSearching || isPage ? await settingsOf(call, choice) : undefined;
  const found = isSearching && settings ? await searched(call, { settings, managed, ignoring, log }) : undefined;
  const name = stackOfUrn([...log.resources, ...log.unread][0]?.urn ?? "");
  const facts = isPage &&
    settings && {
      Organization: organizationsOf(log, found ?? { groups: [] }),
      ...(await originOf(settings, "baseUrl", () => callerOf(settings, call.flags.identity))),
      ...(isElsewhere(managed) && { Platform: ELSEWHERE, Caller: ELSEWHERE }),
    };
  const findings = judge({ log, found, ignoring, state });
  const report = driftReport({ findings, name, failOn, time: now, facts: facts || undefined });
  sayNotes(call, "note", report.notes);
  return report;
};

function organizationsOf({ resources }: RefreshLog, { groups }: Pick<UnmanagedFound, "groups">): string {
  const names = new Map<string, unknown>(groups.map(({ uid, name }) => [uid, name]));
  for (const { id, live, recorded } of resources) if (!names.has(id)) names.set(id, (live ?? recorded).outputs.name);
  const ours = resources.filter(({ id, type, isReadOnly }) => !isReadOnly && kindOfType(type) && isUid(id));
  const roots = new Set([...ours.map(({ id }) => id), ...groups.map(({ uid }) => uid)].map(rootOf));
  return [...roots].map((uid) => String(names.get(uid) ?? uid)).join(", ");
}

type Wanted = Pick<Search, "ignoring" | "managed"> & { readonly settings: Settings; readonly log: RefreshLog };

const NO_GROUP = "The stack manages nothing that shows which group to check. Name one with --under <uid>.";

const ELSEWHERE = "that of an explicit provider";

const ALL_EXPLICIT =
  "All resources of this stack use explicit providers. Run drift with the settings of one platform and --under <uid>.";

/** Whether a stack uses explicit providers only, so that its platform may not be that of the settings. */
function isElsewhere(managed: readonly Managed[]): boolean {
  const owned = managed.filter(({ isReadOnly }) => !isReadOnly);
  return owned.length > 0 && owned.every(({ isOfExplicitProvider }) => isOfExplicitProvider);
}

/** Finds unmanaged objects. It reads the state again, because an update may create objects during the search. */
async function searched(
  call: CommandCall<FlagsFor<typeof drift>>,
  { settings, managed, ignoring, log }: Wanted,
): Promise<UnmanagedFound> {
  const scope = new Scope(managed, call.flags.under ?? []);
  if (scope.groups.length + scope.providers.length === 0)
    throw new Error(isElsewhere(managed) ? ALL_EXPLICIT : NO_GROUP);
  call.progress("Reading the objects of the stack's groups");
  const client = platformClient(settings);
  const sight = await sightAround(client, settings, call.flags);
  const deleted = deletedGroups(managed, log.resources);
  const found = await findUnmanaged({ client, scope, managed, ignoring, deleted, sight });
  if (found.objects.length + found.explained.length === 0) return found;
  const { resources } = await stackState(stackChoice(call) ?? {});
  const managedNow = new Set(managedIn(resources).map(keyOfObject));
  const isUnmanaged = ({ object }: Unmanaged) => !managedNow.has(keyOfObject(object));
  return { ...found, objects: found.objects.filter(isUnmanaged), explained: found.explained.filter(isUnmanaged) };
}
