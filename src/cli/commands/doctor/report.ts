import {
  type Cell,
  CLEAN,
  column,
  type ExitCode,
  FOUND,
  type Report,
  type Table,
  type Tone,
  UNKNOWN,
} from "../../declaration";
import { instantText, reportOf } from "../../document";
import type { Access } from "./access";
import type { Check, CheckStatus } from "./check";
import { doctorDocument } from "./schema";
import type { InForce } from "./settings-in-force";
import type { TokenClaims } from "./token";
import type { Versions } from "./versions";

/** What was found out. */
export interface Found {
  readonly versions: Versions;
  readonly settings: readonly InForce[];
  readonly token: TokenClaims | undefined;
  readonly access: Access;
  readonly checks: readonly Check[];
}

/** The report of the doctor. */
export const doctorReport = (found: Found): Report =>
  reportOf({
    document: documentFor(found),
    schema: doctorDocument,
    tables: [checksTable(found), settingsTable(found), ...tokenTable(found)],
    notes: notesOn(found.checks),
    exit: exitOf(found.checks),
  });

function exitOf(checks: readonly Check[]): ExitCode {
  const has = (wanted: CheckStatus) => checks.some(({ status }) => status === wanted);
  return has("problem") ? FOUND : has("unknown") ? UNKNOWN : CLEAN;
}

const tones: Readonly<Record<CheckStatus, Tone>> = { ok: "good", note: "quiet", unknown: "warning", problem: "bad" };

const checksTable = ({ checks }: Found): Table => ({
  title: "Checks",
  columns: [column("STATUS", { isWhole: true }), column("CHECK", { isWhole: true }), column("FOUND")],
  rows: checks.map(({ status, name, text }): readonly Cell[] => [{ text: status, tone: tones[status] }, name, text]),
  empty: "",
});

const settingsTable = ({ settings }: Found): Table => ({
  title: "Settings in force",
  columns: [
    column("SETTING", { isWhole: true }),
    column("VALUE"),
    { key: "origin", heading: "FROM", isWhole: true },
    { key: "shadowed", heading: "WITHOUT EFFECT", isWhole: true },
  ],
  rows: settings.map(({ name, value, origin, shadowed }): readonly Cell[] => [
    name,
    value ?? { text: "(secret)", tone: "quiet" },
    origin,
    shadowed ?? "",
  ]),
  empty: "No setting is set.",
});

function tokenTable({ token }: Found): Table[] {
  if (token === undefined) return [];
  const { issuer, subject, audiences, expiresAt } = token;
  const rows = [
    ["subject", subject],
    ["issuer", issuer],
    ["audience", audiences.join(", ")],
    ["ends", expiresAt === undefined ? undefined : instantText(expiresAt)],
  ].map(([claim = "", value]) => [claim, value ?? ""]);
  return [
    {
      title: "Token, as it says itself",
      columns: [column("CLAIM", { isWhole: true }), column("VALUE")],
      rows,
      empty: "",
    },
  ];
}

/** The problems in full, with what to do: cells are cut to the width of the terminal. */
function notesOn(checks: readonly Check[]): string[] {
  const wrong = checks.filter(({ status }) => status === "problem" || status === "unknown");
  if (wrong.length === 0) return ["All is well."];
  return wrong.map(({ name, text, remedy }) => `${name}: ${text}${remedy === undefined ? "" : `: ${remedy}`}.`);
}

const documentFor = ({ versions, settings, token, access, checks }: Found) => ({
  versions: { ...versions, sdk: versions.sdk ?? null, cli: versions.cli ?? null },
  settings: settings.map((setting) => ({
    ...setting,
    value: setting.value ?? null,
    shadowed: setting.shadowed ?? null,
  })),
  token:
    token === undefined
      ? null
      : {
          issuer: token.issuer ?? null,
          subject: token.subject ?? null,
          audiences: token.audiences,
          expiresAt: token.expiresAt === undefined ? null : instantText(token.expiresAt),
        },
  access: {
    roles: access.granted ?? null,
    lists: access.seen.map(({ kind, count, refusal }) => ({ kind, count: count ?? null, refusal: refusal ?? null })),
  },
  notChecked: access.notChecked,
  checks: checks.map(({ name, status, text, remedy }) => ({ name, status, text, remedy: remedy ?? null })),
});
