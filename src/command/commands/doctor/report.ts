import { CLEAN, columns, FOUND, type Report, UNKNOWN, whole, wrapping } from "../../declaration";
import { reportOf } from "../../document";
import { type Check, type Document, doctorDocument } from "./schema";

const as =
  (status: Check["status"]) =>
  (name: string, text: string, remedy: string | null = null): Check => ({ name, status, text, remedy });

export const ok = as("ok");
export const note = as("note");
/** A check that could not be made. */
export const unknown = as("unknown");
export const problem = as("problem");

const tones = { ok: "good", note: "quiet", unknown: "warning", problem: "bad" } as const;
const SECRET = { text: "(secret)", tone: "quiet" } as const;

export function doctorReport(document: Document): Report {
  const { checks, settings } = document;
  const wrong = checks.filter(({ status }) => status === "problem" || status === "unknown");
  // In full, because tables are cut to the width of the terminal.
  const remedies = wrong.map(
    ({ name, text, remedy }) => `${name}: ${text}${remedy === null ? "" : `. To do: ${remedy}`}.`,
  );
  const [from, overrides] = [whole("FROM", { key: "origin" }), whole("OVERRIDES", { key: "shadowed" })];
  return reportOf({
    document,
    schema: doctorDocument,
    tables: [
      {
        title: "Checks",
        columns: columns(whole("STATUS", { isFinding: true }), whole("CHECK"), wrapping("FOUND")),
        rows: checks.map(({ status, name, text }) => [{ text: status, tone: tones[status] }, name, text]),
      },
      {
        title: "Settings in force",
        columns: columns(whole("SETTING"), wrapping("VALUE"), from, overrides),
        rows: settings.map(({ name, value, origin, shadowed }) => [name, value ?? SECRET, origin, shadowed ?? ""]),
        empty: "No setting is set.",
      },
    ],
    notes: wrong.length > 0 ? remedies : ["Everything is right."],
    exit: wrong.some(({ status }) => status === "problem") ? FOUND : wrong.length > 0 ? UNKNOWN : CLEAN,
  });
}
