import assert from "node:assert/strict";
import type { Client } from "../../src/api/client";
import { readAccessAs } from "../../src/cli/access/read";
import { listReport } from "../../src/cli/commands/access/list";
import { whoCanReport } from "../../src/cli/commands/access/who-can";
import { whyReport } from "../../src/cli/commands/access/why";
import { judge } from "../../src/cli/commands/drift/findings";
import { driftReport } from "../../src/cli/commands/drift/report";
import { managedIn, Scope } from "../../src/cli/commands/drift/scope";
import { findUnmanaged } from "../../src/cli/commands/drift/unmanaged";
import { readAll } from "../../src/cli/commands/import/live";
import { importReport } from "../../src/cli/commands/import/report";
import { CallError, type Report } from "../../src/cli/declaration";
import { Ignoring } from "../../src/cli/ignoring/ignoring";
import { sorts } from "../../src/cli/ignoring/sorts";
import { readableKinds } from "../../src/cli/organization/read";
import { notChecked } from "../../src/cli/organization/visibility";
import type { HeldResource } from "../../src/cli/stack/export";
import { administrator } from "../../src/emulator/seed/seed";
import { readSight } from "../../src/visibility/read-sight";
import { LocalPlatform } from "../support/local-platform";
import { type RandomOrganization, randomOrganization } from "../support/random-organization";
import { callerBehind, callersOf, seedsFrom, type Viewer } from "./viewers";

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
  const live = await readAccessAs({ client, sight: async () => sight, publicOrg: "public-org" });
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

/**
 * A document without the role bindings that are in no group: those of the platform's own administrators, which members of an organization
 * cannot see (SECURITY.md).
 */
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

/** Asks about organizations, and counts how the commands ended for callers with fewer rights. */
async function play(seeds: readonly number[]): Promise<Map<string, number>> {
  const ends = new Map<string, number>();
  for (const seed of seeds) {
    const organization = randomOrganization(seed);
    const isOpaque = seed % 2 === 0;
    const forbidden = seed % 3 === 0 ? "hidden" : "denied";
    const platform = new LocalPlatform(organization.objects, { forbidden, tokenForm: isOpaque ? "opaque" : "jwt" });
    const asked = questionsOf(organization);
    const all = { token: "opaque", named: administrator };
    const whole = await askedAs(platform.client(), all, asked);
    assert.deepEqual(
      Object.entries(whole).filter(([, { exit }]) => exit === 1),
      [],
      `seed ${seed}: the administrator sees all`,
    );
    for (const { viewer, isKnown } of await callersOf(platform, organization, { isOpaque, forbidden })) {
      const seen = await askedAs(platform.client(viewer.token), viewer, asked);
      for (const [command, { exit, found }] of Object.entries(seen)) {
        const told = `seed ${seed}: ${command} as ${JSON.stringify(viewer)}`;
        ends.set(`${command} ${exit}`, (ends.get(`${command} ${exit}`) ?? 0) + 1);
        if (exit === undefined || exit === 1) continue;
        const isNo = command === "why" && exit === 2;
        if (exit === 0 || isNo) assert.deepEqual(found, whole[command]?.found, told);
        if (!isKnown) assert.ok(exit === 0 ? command === "why" : false, `${told} ended with ${exit}`);
      }
    }
  }
  return ends;
}

/** Each command must have ended both ways, or the law says nothing. */
function assertBothWays(ends: ReadonlyMap<string, number>, least: number): void {
  for (const command of ["drift", "import", "who-can", "who-can --on", "of", "of one", "why"]) {
    for (const exit of [0, 1]) {
      const count = ends.get(`${command} ${exit}`) ?? 0;
      assert.ok(count >= least, `${command} ended with ${exit} only ${count} times: ${JSON.stringify([...ends])}`);
    }
  }
}

describe("whoever asks about a random organization (row 150)", function () {
  this.timeout(120_000);

  it("gets the result that all is well only if somebody who sees everything gets it too", async () => {
    assertBothWays(await play(seedsFrom(1, 20)), 1);
  });

  it("gets the same for 100 organizations @all", async () => {
    assertBothWays(await play(seedsFrom(1000, 100)), 10);
  });
});
