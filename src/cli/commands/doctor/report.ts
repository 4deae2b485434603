import {
  type Cell,
  CLEAN,
  columns,
  type ExitCode,
  FOUND,
  type Report,
  type Table,
  type Tone,
  UNKNOWN,
  whole,
  wrapping,
} from "../../declaration";
import { instantText, reportOf } from "../../document";
import type { Access } from "./access";
import type { Check } from "./check";
import { doctorDocument } from "./schema";
import type { InForce } from "./settings-in-force";
import type { TokenClaims } from "./token";
import type { Versions } from "./versions";

/** The results of all checks. */
export interface DoctorFindings {
  readonly versions: Versions;
  readonly settings: readonly InForce[];
  readonly token: TokenClaims | undefined;
  readonly access: Access;
  readonly checks: readonly Check[];
}

/** Returns the report of `doctor`. */
export const doctorReport = (found: DoctorFindings): Report =>
  reportOf({
    document: documentFor(found),
    schema: doctorDocument,
    tables: [checksTable(found), settingsTable(found), ...tokenTable(found)],
    notes: notesOn(found.checks),
    exit: exitOf(found.checks),
  });

function exitOf(checks: readonly Check[]): ExitCode {
  const has = (wanted: Check["status"]) => checks.some(({ status }) => status === wanted);
  return has("problem") ? FOUND : has("unknown") ? UNKNOWN : CLEAN;
}

const tones: Readonly<Record<Check["status"], Tone>> = {
  ok: "good",
  note: "quiet",
  unknown: "warning",
  problem: "bad",
};

const checksTable = ({ checks }: DoctorFindings): Table => ({
  title: "Checks",
  columns: columns(whole("STATUS", { isFinding: true }), whole("CHECK"), wrapping("FOUND")),
  rows: checks.map(({ status, name, text }): readonly Cell[] => [{ text: status, tone: tones[status] }, name, text]),
});

const settingsTable = ({ settings }: DoctorFindings): Table => ({
  title: "Settings in force",
  columns: columns(
    whole("SETTING"),
    wrapping("VALUE"),
    { key: "origin", heading: "FROM", isWhole: true },
    { key: "shadowed", heading: "OVERRIDES", isWhole: true },
  ),
  rows: settings.map(({ name, value, origin, shadowed }): readonly Cell[] => [
    name,
    value ?? { text: "(secret)", tone: "quiet" },
    origin,
    shadowed ?? "",
  ]),
  empty: "No setting is set.",
});

function tokenTable({ token }: DoctorFindings): Table[] {
  if (token === undefined) return [];
  const { issuer, subject, audiences, expiresAt } = token;
  const rows = [
    ["subject", subject],
    ["issuer", issuer],
    ["audience", audiences.join(", ")],
    ["expires", expiresAt === undefined ? undefined : instantText(expiresAt)],
  ].map(([claim = "", value]) => [claim, value ?? ""]);
  return [
    {
      title: "Token (unverified)",
      columns: columns(whole("CLAIM"), wrapping("VALUE")),
      rows,
    },
  ];
}

/** The problems with their remedies, in full, because tables are cut to the width of the terminal. */
function notesOn(checks: readonly Check[]): string[] {
  const wrong = checks.filter(({ status }) => status === "problem" || status === "unknown");
  if (wrong.length === 0) return ["Everything is right."];
  return wrong.map(({ name, text, remedy }) => `${name}: ${text}${remedy === null ? "" : `. To do: ${remedy}`}.`);
}

const documentFor = ({ versions, settings, token, access, checks }: DoctorFindings) => ({
  versions,
  settings,
  token:
    token === undefined
      ? null
      : {
          issuer: token.issuer ?? null,
          subject: token.subject ?? null,
          audiences: token.audiences,
          expiresAt: token.expiresAt === undefined ? null : instantText(token.expiresAt),
        },
  access: { roles: access.granted, lists: access.seen },
  notChecked: access.notChecked,
  checks,
});
