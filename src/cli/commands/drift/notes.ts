import type { Rule } from "../../ignoring/ignore-file";
import { sortsByDefault } from "../../ignoring/sorts";
import { counted, sentences } from "../../output/text";
import { nameOfUrn } from "../../stack/export";
import type { Reason } from "./by-nature";
import { countsOf } from "./document";
import { type Drift, type Findings, isComplete } from "./findings";

/** What the sentences of a report say. */

/** A name in quotes, which it cannot end: Markdown makes nothing of what stands in them. */
const quoted = (name: string): string => `"${name.replaceAll('"', "'")}"`;

/** The sentence that says it all. */
export function headlineOf({ findings, name }: Drift): string {
  const where = name === undefined ? "" : ` in ${quoted(`${name.project}/${name.stack}`)}`;
  const found = foundText(findings);
  const { ignoredChanges } = countsOf(findings);
  const left = ignoredChanges === 0 ? "" : `, ${ignoredChanges} changed under ignoreChanges`;
  const unknown = isComplete(findings) ? "" : ", and not everything could be found out";
  return `${found === "" ? `No drift${where}` : `Drift${where}: ${found}`}${left}${unknown}`;
}

function foundText(findings: Findings): string {
  const { changed, deleted, unmanaged, grants } = countsOf(findings);
  return sentences(
    grants > 0 && `${counted(grants, "grant")} and ${counted(unmanaged - grants, "other object")} undeclared`,
    grants === 0 && unmanaged > 0 && `${counted(unmanaged, "object")} undeclared`,
    changed > 0 && `${changed} changed`,
    deleted > 0 && `${deleted} deleted`,
  ).join(", ");
}

/** The sentences below the tables. */
export function notesOn(drift: Drift): string[] {
  const { findings, failOn } = drift;
  const { interrupted, rules } = findings;
  const { resources, ignored, explained } = countsOf(findings);
  const isDefault = failOn.join() === sortsByDefault.join();
  const failing = failOn.length === 0 ? "never" : isDefault ? "" : failOn.join(",");
  return sentences(
    `${headlineOf(drift)}. ${counted(resources, "resource")} compared${failing === "" ? "" : ` (--fail-on ${failing})`}.`,
    ignored > 0 && `${counted(ignored, "finding is", "findings are")} meant by the ignore file.`,
    findings.hidden.map(
      ({ urn, inputs }) =>
        `${quoted(nameOfUrn(urn))} has secrets under ignoreChanges (${inputs.join(", ")}). Nobody can see whether others changed them.`,
    ),
    explained > 0 &&
      `${counted(explained, "role binding of a person has", "role bindings of people have")} the default role of an identity provider of the stack. Somebody may have made such a binding by hand, too.`,
    interrupted > 0 &&
      `${counted(interrupted, "operation of an earlier run was", "operations of earlier runs were")} interrupted: what it made may be in no state.`,
    findings.waiting.map(
      ({ urn, outcome }) =>
        `${quoted(nameOfUrn(urn))} waits for its delete, and its object is ${outcome}: that is no drift.`,
    ),
    rules.ended.map(({ line, until }) => `The rule in line ${line} of the ignore file ended with ${until}.`),
    rules.unclear.map(unclearNote),
    rules.unused.map(
      (rule) =>
        `The rule in line ${rule.line} of the ignore file matches nothing: ${quoted(rule.text)}.${meantInstead(rule, findings)}`,
    ),
    searchNotes(findings),
  );
}

// advice: ignore-rule-one
const unclearNote = ({ line, text }: Rule): string =>
  `The rule in line ${line} of the ignore file, ${quoted(text)}, fits several objects and hides none: name one by its uid, or all with a *.`;

/** The name that a rule begins like: a grant's has its group at its end. */
function meantInstead({ kind, objectText }: Rule, { unmanaged }: Findings): string {
  const near = unmanaged.find(({ object, ruleName }) => kind.test(object.spec.type) && ruleName.startsWith(objectText));
  if (near === undefined) return "";
  // advice: ignore-rule-near
  return ` Did you mean ${quoted(near.ruleName)}?`;
}

const byNature: Readonly<Record<Reason, string>> = {
  person: "are identities of people, who come by signing in or by SCIM",
  mirrored: "lie in repos that mirror others",
};

function searchNotes({ search }: Findings): string[] {
  if (search === undefined) return [];
  const { waiting, elsewhere } = search;
  const direct = search.groups.filter(({ isWhole }) => !isWhole).map(({ uid, name }) => quoted(name ?? uid));
  return sentences(
    search.assumption,
    direct.length > 0 &&
      `Of ${direct.join(", ")}, which the stack does not hold, what lies directly in it is compared; --under widens.`,
    [...search.byNature].map(
      ([reason, number]) => `${counted(number, "object")} without a resource ${byNature[reason]}.`,
    ),
    waiting > 0 && `${counted(waiting, "object")} counted as held: a resource that waits for its delete has it.`,
    elsewhere > 0 &&
      `Beside ${counted(elsewhere, "resource")} of explicit providers nobody looked: their platform may be another.`,
  );
}
