/** A table of Markdown; columns of numbers stand to the right. */
export function tableOf(
  columns: readonly string[],
  rows: readonly (readonly (string | number | undefined)[])[],
): string {
  const isWords = columns.map((_, i) => rows.some((row) => !/^[\d.,]*$/.test(String(row[i] ?? ""))));
  const lines = [columns, isWords.map((words) => (words ? "---" : "--:")), ...rows];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
