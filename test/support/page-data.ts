import { column } from "../../src/cli/declaration";
import { bundleOf, framed } from "../../src/cli/output/html/frame";
import { findingsPage as pageOfTables } from "../../src/cli/output/html/sections";
import type { FindingsPage, GraphPage, Page, PageStep, SeriesPage } from "../../src/cli/page";
import { digestOf } from "./command";

/** Texts that would run, load or break out if a page took them for more than text. Each that runs sets `window.broken`. */
export const HOSTILE_TEXTS = [
  "<img src=x onerror='window.broken=1'>",
  "</script><script>window.broken=1</script>",
  "<!--<script>",
  "]]><svg onload=window.broken=1>",
  "javascript:window.broken=1",
  '" onmouseover="window.broken=1" x="',
  "&lt;b&gt;&#60;script&#62;",
  "line\u2028separator\u2029end",
  "`${window.broken=1}`",
  "__proto__",
  "https://evil.example/x.png",
  "日本語の長い名前がここに書かれているとき",
] as const;

/** The page of data, as the command writes it. */
export const pageText = (page: Page, notes: readonly string[] = []): string =>
  framed({ page, notes, bundle: bundleOf(page.kind), now: Date.UTC(2026, 0, 5) });

const DAY_MS = 86_400_000;
const START = Date.UTC(2026, 0, 5, 8, 30);

/** A tag that moved each so many days, and back to a former digest at each seventh move. */
export function seriesPage(count: number, title = "acme/web:1.2"): SeriesPage {
  const steps = Array.from({ length: count }, (_, i): PageStep => {
    const value = digestOf("0123456789abcdef"[(i % 7 === 6 ? i - 3 : i) % 16] ?? "0");
    const since = START + i * 3.3 * DAY_MS;
    return { value, label: value.slice(7, 19), since, until: i + 1 < count ? since + 3.3 * DAY_MS : undefined };
  });
  return {
    kind: "series",
    title,
    noun: "digest",
    end: START + count * 3.3 * DAY_MS,
    before: undefined,
    steps,
    facts: [
      { label: "Moves", text: String(count) },
      { label: "A digest stood (median)", text: "3d 7h" },
      { label: "The last has stood", text: "2d" },
    ],
    table: {
      title: "Moves",
      columns: [
        { heading: "SINCE" },
        { heading: "STOOD", isNumber: true },
        { heading: "DIGEST", isCode: true },
        { heading: "CHANGE" },
      ],
      rows: steps.map(({ value, since }, i) => [
        new Date(since).toISOString(),
        "3d 7h",
        value,
        i === 0 ? { text: "first", tone: "quiet" } : "changed",
      ]),
      empty: "The tag was not moved in this time.",
    },
  };
}

const SEVERITIES = ["critical", "high", "medium", "low"];

/** Findings in two sections, made of tables as the commands make theirs. Some names are hostile. */
export function findingsPage(count: number): FindingsPage {
  const columns = [
    column("SEVERITY", { isFilter: true, order: SEVERITIES }),
    column("KIND", { isFilter: true }),
    column("NAME"),
    column("UID", { isCode: true }),
  ];
  const rows = Array.from({ length: count }, (_, i) => [
    { text: SEVERITIES[i % 4] ?? "", tone: i % 4 < 2 ? ("bad" as const) : ("warning" as const) },
    ["RoleBinding", "Group", "Identity"][i % 3] ?? "",
    HOSTILE_TEXTS[i] ?? `team-${i}`,
    `4f2a/${i.toString(16).padStart(8, "0")}`,
  ]);
  const half = Math.ceil(count / 2);
  const tables = [
    { title: "Changed", columns, rows: rows.slice(0, half), empty: "Nothing was changed." },
    { title: "Unmanaged", columns, rows: rows.slice(half), empty: "Nothing is unmanaged." },
    { title: "Deleted", columns, rows: [], empty: "Nothing was deleted." },
  ];
  return pageOfTables("Drift of site/dev", tables);
}

/** An organisation with so many bindings, in a tree of groups of three levels. Some names are hostile. */
export function graphPage(bindings: number): GraphPage {
  const groups = [
    { id: "root", name: "acme", parent: undefined },
    ...Array.from({ length: 45 }, (_, i) => ({
      id: `group-${i}`,
      name: HOSTILE_TEXTS[i - 30] ?? (i < 9 ? `department-${i}` : `team-${i}`),
      parent: i < 9 ? "root" : `group-${i % 9}`,
    })),
  ];
  const identities = Array.from({ length: Math.max(3, Math.ceil(bindings / 4)) }, (_, i) => ({
    id: `identity-${i}`,
    name: HOSTILE_TEXTS[i - 100] ?? `${["ci", "deploy", "ada", "lin"][i % 4]}-${i}@example.com`,
  }));
  const roles = Array.from({ length: 12 }, (_, i) => ({
    id: `role-${i}`,
    name: i === 11 ? HOSTILE_TEXTS[0] : (["owner", "editor", "viewer", "registry.pull"][i] ?? `custom-${i}`),
    capabilities: Array.from({ length: 8 + i * 6 }, (_, j) => `CAP_AREA_${j % 9}_ACTION_${i * 3 + j}`),
  }));
  return {
    kind: "graph",
    title: "Access in acme",
    groups,
    identities,
    roles,
    bindings: Array.from({ length: bindings }, (_, i) => ({
      id: `binding-${i}`,
      identity: `identity-${(i * 7) % identities.length}`,
      role: `role-${(i * 5) % roles.length}`,
      group: i % 11 === 0 ? "root" : `group-${(i * 7) % 45}`,
      ...(i === 3 ? { change: "added" as const } : i === 4 ? { change: "removed" as const } : {}),
    })),
  };
}
