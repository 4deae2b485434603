export const style = `
:root { color-scheme: light dark; --bg: #fff; --panel: #f6f8fa; --fg: #1b1f24; --muted: #57606a; --line: #d0d7de;
  --accent: #0b5cad; --good: #116329; --warning: #7d4e00; --bad: #b42318; }
@media screen and (prefers-color-scheme: dark) {
  :root { --bg: #0f1419; --panel: #171d25; --fg: #e6edf3; --muted: #9da7b3; --line: #30363d;
    --accent: #6cb6ff; --good: #56d364; --warning: #e3b341; --bad: #ff8a80; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem clamp(0.75rem, 3vw, 2rem); max-width: 90rem; overflow-wrap: anywhere;
  background: var(--bg); color: var(--fg); font: 15px/1.5 system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
h1 { margin: 0; font-size: 1.6rem; line-height: 1.25; }
h2 { margin: 2rem 0 0.5rem; font-size: 1.15rem; }
dl { display: flex; flex-wrap: wrap; gap: 0.25rem 2rem; margin: 0.75rem 0 1.25rem; }
dt { color: var(--muted); font-size: 0.8rem; }
dd { margin: 0; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(9.5rem, 1fr)); gap: 0.75rem;
  margin: 0 0 1.5rem; padding: 0; list-style: none; }
.tiles li { padding: 0.6rem 0.85rem; border: 1px solid var(--line); border-radius: 0.5rem; background: var(--panel); }
.tiles li:has(.bad) { border-color: var(--bad); }
.tiles b { display: block; font-size: 1.6rem; line-height: 1.25; }
.tiles small { display: block; }
.good { color: var(--good); }
.quiet, small.plain { color: var(--muted); }
.warning { color: var(--warning); font-weight: 600; }
.bad { color: var(--bad); font-weight: 600; }
table { width: 100%; border-collapse: collapse; border: 1px solid var(--line); font-size: 0.94em; }
th, td { min-width: 8.75rem; padding: 0.45rem 0.75rem; text-align: left; vertical-align: top; }
th { background: var(--panel); color: var(--muted); font-size: 0.8rem; white-space: nowrap; }
tr { border-top: 1px solid var(--line); }
td small { display: block; color: var(--muted); }
td small, td.uid, td.digest, text { font: 0.75rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
.number { min-width: 0; text-align: right; white-space: nowrap; }
.note, footer { margin: 0.35rem 0; max-width: 90ch; color: var(--muted); }
table + .note { margin-top: 2rem; }
footer { margin-top: 2rem; padding-top: 0.5rem; border-top: 1px solid var(--line); max-width: none; }
.chart { display: block; width: 100%; margin: 0 0 1.5rem; overflow: visible; }
.chart path { fill: none; stroke: var(--accent); stroke-width: 2; vector-effect: non-scaling-stroke; }
circle { fill: var(--accent); }
circle.warning { fill: var(--warning); }
line { stroke: var(--line); }
text { fill: var(--muted); stroke: var(--bg); stroke-width: 4px; paint-order: stroke; }
@media screen and (max-width: 45rem) {
  table, tbody, tr, td { display: block; border: 0; }
  thead, .middle, td:empty { display: none; }
  tr { margin-bottom: 0.75rem; padding: 0.35rem 0; border: 1px solid var(--line); border-radius: 0.5rem; }
  td:not(:empty) { display: grid; grid-template-columns: 7.5rem 1fr; padding: 0.15rem 0.75rem; text-align: left; }
  td::before { content: attr(data-label); color: var(--muted); font: 600 0.75rem/1.9 system-ui, sans-serif; }
  td small { grid-column: 2; }
}
@media print {
  body { max-width: none; padding: 0; font-size: 11px; }
  tr, li, .chart { break-inside: avoid; }
}
`;
