import {
  type Cell,
  CLEAN,
  columns,
  type ExitCode,
  FOUND,
  named,
  type Report,
  type Table,
  type Tone,
  UNKNOWN,
  whole,
} from "../../declaration";
import { instantText, reportOf } from "../../document";
import { findingsPage } from "../../output/html/sections";
import { sentences } from "../../output/text";
import type { Assessed } from "./assess";
import type { Pin, Pins } from "./pins";
import { advisoriesDocument } from "./schema";
import { type FailOn, failsOnUnknown, type Severity, severityNames, thresholdOf } from "./severity";

/** What was found out. */
export interface Found extends Pins {
  readonly assessed: readonly Assessed[];
  readonly failOn: FailOn;
  /** Whether to show closed advisories too. */
  readonly showsAll: boolean;
  /** Whether a stack was asked about. */
  readonly isStack: boolean;
}

const tones: Partial<Record<Severity, Tone>> = { critical: "bad", high: "bad", medium: "warning", unknown: "warning" };

/** The report on advisories. */
export function advisoriesReport(found: Found): Report {
  const table = tableOf(found);
  return reportOf({
    document: documentFor(found),
    schema: advisoriesDocument,
    tables: [table],
    names: [...new Set(shownIn(found).map(({ advisory }) => advisory.advisoryId))],
    notes: notesOn(found),
    page: findingsPage("Advisories", [table], "Advisories by severity"),
    exit: exitFor(found),
  });
}

/**
 * What was not covered may have any advisory, and so may an artifact of which nothing is known: it may be misspelled. Of a stack, some
 * artifacts have no advisories; where none has any, the credential may not see them. What a digest pins may lack a fix.
 */
function exitFor(found: Found): ExitCode {
  const isUnknown = found.isStack ? isBlank(found) : unknownIn(found).length > 0;
  if (isUnknown || found.hidden.length > 0 || found.assessed.some((item) => item.isUnknown)) return UNKNOWN;
  return found.assessed.some(({ isFinding }) => isFinding) ? FOUND : CLEAN;
}

/** What was asked about and no advisory names, open or closed. */
const unknownIn = ({ pins, assessed }: Found): Pin[] => pins.filter((pin) => advisoriesOn(pin, assessed) === 0);

/** Whether nothing is known of anything that was asked about. */
const isBlank = (found: Found): boolean => unknownIn(found).length === found.pins.length;

/** The advisories that a report shows. */
const shownIn = ({ assessed, showsAll }: Found): Assessed[] => assessed.filter(({ isOpen }) => isOpen || showsAll);

const tableOf = (found: Found): Table => ({
  columns: columns(
    whole("SEVERITY", { isFilter: true, order: severityNames }),
    whole("SCORE", { isNumber: true }),
    whole("ADVISORY"),
    "ALIASES",
    named("ARTIFACT", { isFilter: true }),
    { key: "architecture", heading: "ARCH", isFilter: true },
    named("COMPONENT"),
    named("STATUS", { isFilter: true, isFinding: true }),
    { key: "fixedVersion", heading: "FIXED IN" },
  ),
  rows: shownIn(found).map(rowOf),
  empty:
    found.assessed.length === 0 && found.pins.length > 0
      ? "No advisory is known."
      : `There are no ${found.showsAll ? "" : "open "}advisories.`,
});

function rowOf({ advisory, severity, score, pinnedVersion, status, fixedVersion, isOpen }: Assessed): readonly Cell[] {
  const { advisoryId, aliases, artifactName, artifactArchitecture, componentName } = advisory;
  const tone = isOpen ? tones[severity] : "quiet";
  return [
    tone === undefined ? severity : { text: severity, tone },
    score?.toFixed(1) ?? "",
    advisoryId,
    aliases.join(" "),
    pinnedVersion === undefined
      ? artifactName
      : artifactName + (/^[<~]/.test(pinnedVersion) ? "" : "=") + pinnedVersion,
    artifactArchitecture,
    componentName,
    isOpen ? status : { text: status, tone: "quiet" },
    fixedVersion ?? "",
  ];
}

function notesOn(found: Found): string[] {
  const { assessed, hidden, pins, failOn, isStack } = found;
  const count = (test: (item: Assessed) => boolean) => assessed.filter(test).length;
  const bare = unknownIn(found).map(({ artifact }) => `"${artifact}"`);
  const uncertain = assessed.filter(({ isUnknown }) => isUnknown);
  const unknown = count(({ isOpen, severity }) => isOpen && severity === "unknown");
  return sentences(
    bare.length > 0 && `No advisory names ${bare.join(", ")}, so nothing is known there.`,
    `${count(({ isOpen }) => isOpen)} open, ${count(({ isOpen }) => !isOpen)} closed; ` +
      `${count(({ isFinding }) => isFinding)} count as findings (--fail-on ${failOn}).`,
    unknown > 0 && `${unknown} open of unknown severity: ${unreadText(failOn)}`,
    uncertain.length > 0 &&
      `${uncertain.length} may be fixed in what the stack pins: a digest does not tell its version.`,
    digestPins(pins, uncertain).map((urn) => `Pinned by a digest: ${urn}.`),
    isStack && isBlank(found) && (pins.length === 0 ? NOTHING_PINNED : NOTHING_SEEN),
    isStack && COVERED,
    hidden.map((urn) => `Not covered, for what it pins is secret in the state: ${urn}.`),
  );
}

/** URNs of the resources by whose digest it is unknown whether a fix is in what the stack pins. */
const digestPins = (pins: readonly Pin[], uncertain: readonly Assessed[]): string[] => {
  const names = new Set(uncertain.map(({ advisory }) => advisory.artifactName));
  return pins.flatMap(({ artifact, digestUrns }) => (names.has(artifact) ? digestUrns : []));
};

const unreadText = (failOn: FailOn): string =>
  failsOnUnknown(failOn)
    ? "they have no score that can be read."
    : "they have no score that can be read, and do not count as findings without --fail-on unknown.";

const NOTHING_PINNED = "Nothing was found out: the state names nothing that advisories are about.";
const NOTHING_SEEN =
  "Nothing was found out: no advisory names anything that the stack pins, and a credential without CAP_ADVISORIES_LIST sees none at all.";

const COVERED =
  "Covered: the stack's repos, the repos of its tags, and the packages that overlays add. What base images contain is not.";

const advisoriesOn = ({ artifact, version }: Pin, assessed: readonly Assessed[]): number =>
  assessed.filter((item) => item.advisory.artifactName === artifact && item.pinnedVersion === version).length;

const documentFor = ({ assessed, pins, hidden, failOn }: Found) => ({
  failOn: thresholdOf(failOn),
  failsOnUnknown: failsOnUnknown(failOn),
  artifacts: pins.map((pin) => ({
    name: pin.artifact,
    version: pin.version ?? null,
    pinnedBy: pin.urns,
    advisories: advisoriesOn(pin, assessed),
  })),
  notCovered: hidden,
  advisories: assessed.map(({ advisory, isUnknown, ...item }) => ({
    ...item,
    uid: advisory.uid,
    advisoryId: advisory.advisoryId,
    aliases: advisory.aliases,
    artifact: advisory.artifactName,
    pinnedVersion: item.pinnedVersion ?? null,
    architecture: advisory.artifactArchitecture,
    component: advisory.componentName,
    score: item.score ?? null,
    fixedVersion: item.fixedVersion ?? null,
    updateTime: Number.isNaN(Date.parse(advisory.updateTime)) ? null : instantText(Date.parse(advisory.updateTime)),
  })),
});
