import { type Row, rowsOf } from "./rows";

/** Returns the seconds to create the identities with default settings as a Mermaid chart, or undefined if none were created. */
export function chart(rows: readonly Row[]): string | undefined {
  const created = rowsOf(rows, { operation: "create", latencyMs: 0 });
  const count = Math.max(...rowsOf(created, { setting: "default" }).map((row) => row.count));
  const bars = rowsOf(created, { count });
  if (bars.length === 0) return undefined;
  return [
    "```mermaid",
    "xychart-beta horizontal",
    `  title "Seconds to create ${count} identities, by setting and peer"`,
    `  x-axis [${bars.map(({ setting, peer }) => `"${setting} ${peer}"`).join(", ")}]`,
    `  bar [${bars.map(({ wallSeconds }) => wallSeconds.toFixed(1)).join(", ")}]`,
    "```",
  ].join("\n");
}
