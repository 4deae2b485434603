import {
  type Cell,
  CLEAN,
  column,
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
import { sentences } from "../../output/text";
import type { Assessed } from "./assess";
import type { Pin, Pins } from "./pins";
import { advisoriesDocument } from "./schema";
import { type FailOn, failsOnUnknown, type Severity, thresholdOf } from "./severity";

export interface AdvisoryFindings extends Pins {
  readonly assessed: readonly Assessed[];
  readonly failOn: FailOn;
  readonly showsAll: boolean;
  readonly isStack: boolean;
}

const tones: Partial<Record<Severity, Tone>> = { critical: "bad", high: "bad", medium: "warning", unknown: "warning" };

export function advisoriesReport(found: AdvisoryFindings): Report {
  return reportOf({
    document: documentFor(found),
    schema: advisoriesDocument,
    tables: [tableOf(found)],
    notes: notesOn(found),
    exit: exitFor(found),
  });
}

/** A named artifact without any advisory may be misspelled. If no artifact of a stack has any, the token may not see them. */
function exitFor(found: AdvisoryFindings): ExitCode {
  const isUnknown = found.isStack ? isBlank(found) : unknownIn(found).length > 0;
  if (isUnknown || notCoveredIn(found).length > 0 || found.assessed.some((item) => item.isUnknown)) return UNKNOWN;
  return found.assessed.some(({ isFinding }) => isFinding) ? FOUND : CLEAN;
}

/** Returns the pins that no advisory names, open or closed. */
const unknownIn = ({ pins, assessed }: AdvisoryFindings): Pin[] =>
  pins.filter((pin) => advisoriesOn(pin, assessed) === 0);

/** Returns the URNs of resources whose pins are not known. A mirror may have another name than its source, if no advisory has it. */
function notCoveredIn(found: AdvisoryFindings): string[] {
  const unknown = new Set(unknownIn(found).map(({ artifact }) => artifact));
  return [...found.hidden, ...[...found.unseen].flatMap(([urn, name]) => (unknown.has(name) ? urn : []))];
}

const isBlank = (found: AdvisoryFindings): boolean => unknownIn(found).length === found.pins.length;

const tableOf = (found: AdvisoryFindings): Table => ({
  columns: columns(
    whole("SEVERITY", { isFinding: true }),
    column("SCORE", { isNumber: true }),
    whole("ADVISORY"),
    "ALIASES",
    named("ARTIFACT"),
    column("ARCH", { key: "architecture" }),
    named("COMPONENT"),
    named("STATUS", { isFinding: true }),
    named("FIXED IN", { key: "fixedVersion" }),
  ),
  rows: found.assessed.filter(({ isOpen }) => isOpen || found.showsAll).map(rowOf),
  empty:
    found.assessed.length === 0 && found.pins.length > 0
      ? "No advisories are known."
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

function notesOn(found: AdvisoryFindings): string[] {
  const { assessed, pins, failOn, isStack } = found;
  const count = (test: (item: Assessed) => boolean) => assessed.filter(test).length;
  const bare = unknownIn(found).map(({ artifact }) => `"${artifact}"`);
  const uncertain = assessed.filter(({ isUnknown }) => isUnknown);
  const unknown = count(({ isOpen, severity }) => isOpen && severity === "unknown");
  const notCounted = failsOnUnknown(failOn) ? "" : " They do not count as findings without --fail-on unknown.";
  return sentences(
    bare.length > 0 && `No advisory names ${bare.join(", ")}, so the name may be misspelled.`,
    `${count(({ isOpen }) => isOpen)} open, ${count(({ isOpen }) => !isOpen)} closed; ` +
      `${count(({ isFinding }) => isFinding)} count as findings (--fail-on ${failOn.join(",")}).`,
    unknown > 0 &&
      `${unknown} open ${unknown === 1 ? "one has" : "ones have"} an unknown severity, because no score can be read.${notCounted}`,
    uncertain.length > 0 &&
      `${uncertain.length} may be fixed in the stack. This is unknown, because a digest hides the version.`,
    pins
      .filter(({ artifact }) => uncertain.some(({ advisory }) => advisory.artifactName === artifact))
      .flatMap(({ digestUrns }) => digestUrns.map((urn) => `Pinned by a digest: ${urn}.`)),
    isStack && isBlank(found) && (pins.length === 0 ? NOTHING_PINNED : NOTHING_SEEN),
    isStack && CHECKED,
    notCoveredIn(found).map((urn) => `${NOT_COVERED}: ${urn}.`),
  );
}

const NOTHING_PINNED = "The result is unknown, because the stack pins no packages or images.";
const NOTHING_SEEN =
  "The result is unknown, because no advisory names anything that the stack pins. A token without CAP_ADVISORIES_LIST sees no advisories.";

const NOT_COVERED =
  "Not checked, because its pins are secret in the state, or the token may not see the repo that it mirrors";

const CHECKED =
  "Checked: the stack's repos, the repos of its tags, the sources of both, and the packages that overlays add. The contents of base images are not checked.";

const advisoriesOn = ({ artifact, version }: Pin, assessed: readonly Assessed[]): number =>
  assessed.filter((item) => item.advisory.artifactName === artifact && item.pinnedVersion === version).length;

const documentFor = ({ assessed, pins, failOn, ...found }: AdvisoryFindings) => ({
  failOn: thresholdOf(failOn),
  failsOnUnknown: failsOnUnknown(failOn),
  artifacts: pins.map((pin) => ({
    name: pin.artifact,
    version: pin.version ?? null,
    pinnedBy: pin.urns,
    advisories: advisoriesOn(pin, assessed),
  })),
  notCovered: notCoveredIn({ assessed, pins, failOn, ...found }),
  advisories: assessed.map(({ advisory, isUnknown, isUncertain, ...item }) => ({
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
