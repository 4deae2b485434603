import { pluralOf } from "../../../description/spec/resource";
import type { Rule } from "../../ignoring/ignore-file";
import { sortsByDefault } from "../../ignoring/sorts";
import { specOf } from "../../organization/read";
import { counted, sentences } from "../../output/text";
import type { Refreshed } from "../../stack/event-log";
import { nameOfUrn } from "../../stack/export";
import type { Exemption } from "./created-by-others";
import type { ChangedFinding, ObjectFinding } from "./finding";
import { countsOf, type Drift, type Findings, isComplete, isFinding, openedIn, unseenIn } from "./findings";

/** A name in quotes. It contains none, so that Markdown takes all of it for a name. */
const quoted = (name: string): string => `"${name.replaceAll('"', "'")}"`;

/** The result in one sentence, without a full stop. It says "no drift" only if everything was checked. */
export function headlineOf(drift: Drift): string {
  const { title, details } = resultOf(drift);
  return details === "" ? title : `${title}: ${details}`;
}

export function resultOf({ findings, name, failOn }: Drift): { readonly title: string; readonly details: string } {
  const where = name === undefined ? "" : ` in ${quoted(`${name.project}/${name.stack}`)}`;
  const [found, gaps] = [foundTexts(findings, failOn), gapTexts(findings)];
  if (found.length > 0) return { title: `Drift${where}`, details: [...found, ...gaps].join(", ") };
  return isComplete(findings)
    ? { title: `No drift${where}`, details: "" }
    : { title: `Drift${where} is unknown`, details: gaps.join(", and ") };
}

function foundTexts(findings: Findings, failOn: Drift["failOn"]): string[] {
  const { changed, deleted, unmanaged, grants, ignoredChanges, explained } = countsOf(findings);
  const others = unmanaged - grants;
  return sentences(
    grants > 0 && counted(grants, "unmanaged grant"),
    others > 0 && counted(others, grants > 0 ? "other unmanaged object" : "unmanaged object"),
    changed > 0 && `${changed} changed`,
    deleted > 0 && `${deleted} deleted`,
    ignoredChanges > 0 && `${ignoredChanges} changed under ignoreChanges`,
    explained > 0 && failOn.includes("explained") && counted(explained, "explained grant"),
  );
}

function gapTexts(findings: Findings): string[] {
  const { unread, compared } = findings;
  return sentences(
    unread.length > 0 && `${unread.length} of ${counted(compared + unread.length, "resource")} could not be checked`,
    unseenIn(findings) > 0 && "not all unmanaged objects could be checked",
  );
}

export function notesOn(drift: Drift): string[] {
  const { findings, failOn } = drift;
  const { interrupted, rules } = findings;
  const { resources, ignored } = countsOf(findings);
  const explained = findings.explained.filter(isFinding).map(({ entry }) => entry.through);
  const provisioned = explained.filter((through) => through === "scim").length;
  const signIns = explained.length - provisioned;
  const isDefault = failOn.join() === sortsByDefault.join();
  const failing = failOn.length === 0 ? "never" : isDefault ? "" : failOn.join(",");
  return sentences(
    `${headlineOf(drift)}.`,
    `${counted(resources, "resource")} compared${failing === "" ? "" : ` (--fail-on ${failing})`}.`,
    findings.ignored.flatMap(openedNote),
    recordedNote(findings),
    ignored > 0 && `${counted(ignored, "finding is", "findings are")} ignored by the ignore file.`,
    findings.hidden.map(
      ({ urn, inputs }) =>
        `${quoted(nameOfUrn(urn))} has secrets under ignoreChanges (${inputs.join(", ")}). Changes of these cannot be seen.`,
    ),
    provisioned > 0 &&
      `${counted(provisioned, "role binding is", "role bindings are")} managed by SCIM. Your directory decides about them.`,
    signIns > 0 &&
      `${counted(signIns, "role binding of a person has", "role bindings of people have")} the default role of an identity provider of the stack. Somebody may also have created such a binding by hand.`,
    interrupted > 0 &&
      `${counted(interrupted, "operation of an interrupted run is", "operations of interrupted runs are")} pending. The state may lack what ${interrupted === 1 ? "it" : "they"} created.`,
    findings.waiting.map(waitingNote),
    rules.ended.map(({ line, until }) => `The rule in line ${line} of the ignore file expired after ${until}.`),
    rules.unclear.map(unclearNote),
    rules.unused.map(
      (rule) =>
        `The rule in line ${rule.line} of the ignore file matches nothing here: ${quoted(rule.text)}.${nearNote(rule, findings)}`,
    ),
    searchNotes(findings),
    // They are last, because there may be many, and a comment has room for the first notes.
    findings.unmanaged.filter(isFinding).map(({ entry }) => linesNote(entry, drift)),
  );
}

/** How to get the lines for an unmanaged object. A part of a group has the group's uid, so its kind is named too. */
function linesNote({ kind, uid, name }: ObjectFinding["entry"], { name: stack }: Drift): string {
  const spec = specOf(kind);
  const options = [spec.uidIsParents && ` --kinds ${pluralOf(spec)}`, stack && ` --stack ${stack.stack}`];
  const call = `npx pulumi-platform import --uid ${uid}${options.filter(Boolean).join("")}`;
  return `To get the lines for ${quoted(name)}: ${call}`;
}

function openedNote(change: ChangedFinding): string[] {
  const paths = openedIn(change).join(", ");
  if (paths === "") return [];
  return [
    `${quoted(change.entry.name)} was changed in ${paths}, which decides who has access. It is under ignoreChanges, so pulumi up does not put it back, and a refresh hides it. Remove it from ignoreChanges for one pulumi up --refresh.`,
  ];
}

/** Explains errors that a correction of the config does not end, because a refresh uses the recorded config. */
function recordedNote({ unread, recordedSettings }: Findings): string | false {
  const keys = [...recordedSettings].filter((key) => unread.some(({ message }) => message.includes(key)));
  return (
    keys.length > 0 &&
    `The engine uses the values of ${keys.join(", ")} that the last pulumi up recorded. If you have corrected the config since, run pulumi up.`
  );
}

const waitingNote = ({ urn }: Refreshed): string =>
  `${quoted(nameOfUrn(urn))} waits for its delete, and its object was deleted outside of Pulumi. This is not drift.`;

const unclearNote = ({ line, text }: Rule): string =>
  `The rule in line ${line} of the ignore file, ${quoted(text)}, matches several objects, so it hides none. Name one by its uid, or all with a *.`;

/** Suggests the name that a rule begins with, because the name of a grant ends with its group. */
function nearNote({ kind, objectText }: Rule, { unmanaged }: Findings): string {
  const near = unmanaged.find(({ entry }) => kind.test(entry.kind) && entry.name.startsWith(objectText));
  return near === undefined ? "" : ` Did you mean ${quoted(near.entry.name)}?`;
}

const exemptionText: Readonly<Record<Exemption, string>> = {
  person: "are identities of people, which sign-in or SCIM creates",
  mirrored: "are in repos that mirror others",
};

function searchNotes({ search }: Findings): string[] {
  if (search === undefined) return [];
  const { waiting, elsewhere } = search;
  const direct = search.groups.filter(({ isWhole }) => !isWhole).map(({ uid, name }) => quoted(name ?? uid));
  return sentences(
    search.assumption,
    direct.length > 0 &&
      `Only direct children of ${direct.join(", ")} were checked, because the stack does not manage ${direct.length === 1 ? "it" : "them"}. --under also checks everything below.`,
    [...search.exempt].map(
      ([reason, number]) => `${counted(number, "object")} without a resource ${exemptionText[reason]}.`,
    ),
    waiting > 0 &&
      `${counted(waiting, "object counts", "objects count")} as managed, because a resource that waits for its delete has ${waiting === 1 ? "it" : "them"}.`,
    elsewhere > 0 &&
      `${counted(elsewhere, "resource uses an explicit provider", "resources use explicit providers")}. Objects beside ${elsewhere === 1 ? "it" : "them"} were not checked, because they may be on another platform.`,
  );
}
