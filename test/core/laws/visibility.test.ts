import assert from "node:assert/strict";
import type { Client } from "../../../src/client/api/client";
import { readSight } from "../../../src/client/visibility/read-sight";
import { readAccessAs } from "../../../src/command/access/read";
import { listReport } from "../../../src/command/commands/access/list";
import { whoCanReport } from "../../../src/command/commands/access/who-can";
import { whyReport } from "../../../src/command/commands/access/why";
import { judge } from "../../../src/command/commands/drift/findings";
import { driftReport } from "../../../src/command/commands/drift/report";
import { managedIn, Scope } from "../../../src/command/commands/drift/scope";
import { findUnmanaged } from "../../../src/command/commands/drift/unmanaged";
import { readAll } from "../../../src/command/commands/import/live";
import { importReport } from "../../../src/command/commands/import/report";
import { CallError, type Report } from "../../../src/command/declaration";
import { Ignoring } from "../../../src/command/ignoring/ignoring";
import { sorts } from "../../../src/command/ignoring/sorts";
import { readableKinds } from "../../../src/command/organization/read";
import { notChecked } from "../../../src/command/organization/visibility";
import type { HeldResource } from "../../../src/command/stack/export";
import { administrator } from "../../../src/emulator/seed/seed";
import type { RandomOrganization } from "../../support/random-organization";
import { callerBehind, describeCallers, scene, type Viewer } from "./viewers";

/** How a command ended, and what it found; a mistaken call has neither. */
interface Outcome {
  readonly exit: number | undefined;
  readonly found: unknown;
}

const MISTAKEN: Outcome = { exit: undefined, found: undefined };
const terminalSink = { write: () => undefined, isTerminal: false, columns: undefined, hasColors: false };
const terminal = { out: terminalSink, err: terminalSink };
const flags = { output: "json", preview: false } as const;

/** What is asked of all callers of one organization. */
type Questions = ReturnType<typeof questionsOf>;

function questionsOf({ groups, identities, uids, draw: { chance, one } }: RandomOrganization) {
  const managed = managedIn(
    uids
      .filter(() => chance(0.9))
      .map(
        ([kind, uid]): HeldResource => ({
          urn: `urn:pulumi:dev::site::x::${uid}`,
          kind,
          uid,
          values: {},
          isPendingDelete: false,
          isReadOnly: false,
          isOfExplicitProvider: false,
        }),
      ),
  );
  const [on, parent, under] = [one(groups), one(groups), one(groups)];
  const identity = one([...identities, ...identities, "web", "ci"]);
  return {
    managed,
    scope: new Scope(managed, [under]),
    on,
    parent,
    identity,
    capability: "CAP_IAM_ROLE_BINDINGS_LIST",
  };
}

async function askedAs(client: Client, viewer: Viewer, asked: Questions): Promise<Record<string, Outcome>> {
  const sight = await readSight(client, await callerBehind(viewer));
  const live = await readAccessAs(client, async () => sight, "public-org");
  const { capability, identity, on } = asked;
  return {
    drift: await drift(client, sight, asked),
    import: await imported(client, sight, asked),
    "who-can": outcome(() => whoCanReport({ flags, terminal }, capability, live)),
    "who-can --on": outcome(() => whoCanReport({ flags: { ...flags, on }, terminal }, capability, live)),
    of: outcome(() => listReport({ flags, terminal }, undefined, live)),
    "of one": outcome(() => listReport({ flags, terminal }, identity, live)),
    why: outcome(
      () => whyReport({ flags, terminal, arguments: [identity, capability, on] }, live),
      ({ isAllowed }) => isAllowed,
    ),
  };
}

/** The findings about the organization, for any reader. */
const findingsIn = ({ assumption: _, ...document }: Report["document"]): unknown => inGroups(document);

/** A document without the role bindings in no group: the platform's own administrators, whom members of an organization cannot see. */
function inGroups(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((one) => !isInNoGroup(one)).map(inGroups);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, inGroups(inner)]));
}

/** Whether an element of a list is such a role binding, or an identity that has no other. */
function isInNoGroup(element: unknown): boolean {
  const { group, bindings } = element as { readonly group?: { readonly uid?: string }; readonly bindings?: unknown };
  return group?.uid === "" || (Array.isArray(bindings) && bindings.length > 0 && bindings.every(isInNoGroup));
}

function outcome(report: () => Report, found = findingsIn): Outcome {
  try {
    const { exit, document } = report();
    return { exit, found: found(document) };
  } catch (error) {
    // An unknown name is a mistake, or could not be found out.
    if (error instanceof CallError) return MISTAKEN;
    if (!(error instanceof Error) || !/that the token can see|may be/.test(error.message)) throw error;
    return /Not checked/.test(error.message) ? { exit: 1, found: undefined } : MISTAKEN;
  }
}

type SightOf = Awaited<ReturnType<typeof readSight>>;

async function drift(client: Client, sight: SightOf, { managed, scope }: Questions): Promise<Outcome> {
  const ignoring = new Ignoring([], "2026-11-22");
  const deleted = new Set<string>();
  const found = await findUnmanaged({ client, sight: async () => sight, scope, managed, ignoring, deleted });
  const findings = judge({
    log: { resources: [], unread: [], errors: [] },
    found,
    ignoring,
    state: { interrupted: 0, ignoreChanges: new Map(), recordedSettings: new Set() },
  });
  const { exit } = driftReport({ findings, name: undefined, failOn: sorts, time: new Date(0) });
  return { exit, found: found.objects.map(({ object }) => object.uid).sort() };
}

async function imported(client: Client, sight: SightOf, { parent }: Questions): Promise<Outcome> {
  try {
    const live = await readAll(client, parent, readableKinds);
    const { exit } = importReport({
      parentUid: parent,
      folder: "x",
      host: "dynamic",
      isHostSet: true,
      isDryRun: true,
      isNew: true,
      files: [],
      isStackKnown: false,
      secrets: [],
      kinds: [],
      leftOut: [],
      gone: [],
      unseen: [],
      unlisted: live.unlisted,
      notChecked: notChecked(sight, readableKinds, [{ uid: parent, path: parent }]),
      assumption: sight.assumption ?? null,
      directory: live.directory,
    });
    return { exit, found: live.objects.map(({ spec, uid }) => `${spec.type} ${uid}`).sort() };
  } catch (error) {
    // The group itself cannot be seen.
    assert.match(String(error), /PERMISSION_DENIED|NOT_FOUND/);
    return { exit: 1, found: undefined };
  }
}

/** Asks all commands about an organization as each of its callers. */
async function play(seed: number, end: (way: string) => void): Promise<void> {
  const { organization, platform, callers } = scene(seed);
  const asked = questionsOf(organization);
  const whole = await askedAs(platform.client(), { token: "opaque", named: administrator }, asked);
  const unsure = Object.entries(whole).filter(([, { exit }]) => exit === 1);
  assert.deepEqual(unsure, [], `seed ${seed}: the administrator sees all`);
  for (const { viewer, isKnown } of await callers()) {
    const seen = await askedAs(platform.client(viewer.token), viewer, asked);
    for (const [command, { exit, found }] of Object.entries(seen)) {
      const told = `seed ${seed}: ${command} as ${JSON.stringify(viewer)}`;
      end(`${command} ${exit}`);
      if (exit === undefined || exit === 1) continue;
      const isNo = command === "why" && exit === 2;
      if (exit === 0 || isNo) assert.deepEqual(found, whole[command]?.found, told);
      if (!isKnown) assert.ok(exit === 0 ? command === "why" : false, `${told} ended with ${exit}`);
    }
  }
}

describeCallers(
  "whoever asks about a random organization (row 150)",
  "gets the result that all is well only if somebody who sees everything gets it too",
  play,
  // Each command must end both ways, or the law says nothing.
  ["drift", "import", "who-can", "who-can --on", "of", "of one", "why"].flatMap((name) => [`${name} 0`, `${name} 1`]),
);
