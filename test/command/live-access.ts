import { Sight } from "../../src/client/visibility/sight";
import { modelOf } from "../../src/command/access/model";
import type { LiveAccess } from "../../src/command/access/read";
import { AccessPlan } from "../../src/command/commands/access/plan";
import { type Asked, differenceReport } from "../../src/command/commands/access/preview";
import { accessDifferenceDocument } from "../../src/command/commands/access/schema";
import type { OutputFormat } from "../../src/command/declaration";
import type { LiveObject } from "../../src/command/organization/read";
import type { Sink } from "../../src/command/output/terminal";
import type { PlannedStep } from "../../src/command/stack/preview";
import { resources } from "../../src/description/resources";
import { callerWith } from "../support/platform";
import { smallOrganization } from "./organizations";

/** The small organization and more objects, as a caller reads it who sees all, but for what `gaps` say. */
export function liveAccess(more: readonly LiveObject[] = [], gaps: readonly string[] = []): LiveAccess {
  const objects = [...smallOrganization(), ...more];
  const owner = {
    uid: "r/own",
    groupUid: "r",
    groupName: "",
    roleUid: "owner",
    roleName: "owner",
    capabilities: Object.values(resources).flatMap(({ needs }) => needs.see),
    change: { what: "the role binding", at: 0 },
  };
  const sight = new Sight(callerWith("r/a"), [owner], { hasAllBefore: 1, isKnown: true });
  return { objects, model: modelOf(objects), gaps, sight, publicOrg: undefined, uncounted: [] };
}

/** Not a terminal. Keeps what is written in `said`. */
export function fileSink(columns?: number): Sink & { said: string } {
  const sink = {
    said: "",
    write: (text: string) => {
      sink.said += text;
    },
    isTerminal: false,
    columns,
    hasColors: false,
  };
  return sink;
}

export const terminalOf = (columns?: number) => ({ out: fileSink(columns), err: fileSink() });

interface Circumstances {
  readonly asked?: Asked;
  readonly gaps?: readonly string[];
  /** Further objects of the organization. */
  readonly more?: readonly LiveObject[];
  readonly output?: OutputFormat;
  readonly columns?: number;
}

/** The report on planned steps, whose document has its form, and what it says on standard error. */
export function differenceOf(steps: readonly PlannedStep[], circumstances: Circumstances = {}) {
  const { asked = {}, gaps = [], more = [], output = "table", columns } = circumstances;
  const terminal = terminalOf(columns);
  const report = differenceReport(
    { flags: { output }, terminal },
    new AccessPlan(liveAccess(more, gaps), steps),
    asked,
  );
  accessDifferenceDocument.parse(report.document);
  return { ...report, said: terminal.err.said };
}
