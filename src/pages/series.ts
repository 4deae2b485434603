import type { PageFact, SeriesPage } from "../cli/page";
import { copyable, el } from "./frame/dom";
import { openWhilePrinting, start } from "./frame/start";
import { tableView } from "./frame/table";
import { type Step, type StepData, stepAt, stepData, tableOf, timeText } from "./model/steps";
import { type Chart, stepChart } from "./series/chart";

/** Draws values over time. The slider below the chart moves through the steps by keyboard and touch. */

function draw(page: SeriesPage, main: HTMLElement): void {
  const { facts, noun } = page;
  const table = tableOf(page);
  const view = tableView(table);
  const rows = table.rows.length > 0 ? view.element : el("p", { class: "empty" }, [table.empty]);
  const section = el("section", {}, [el("h2", {}, [table.title]), rows]);
  const data = stepData(page);
  if (data.steps.length === 0) {
    main.replaceChildren(factList(facts), section);
    return;
  }
  const place = el("div", { class: "chart", "aria-hidden": "true" });
  const slider = el("input", {
    type: "range",
    min: 0,
    max: data.steps.length - 1,
    step: 1,
    "aria-label": `Each ${noun} over time`,
  });
  const told = el("p", { class: "told" });
  const figure = el("section", {}, [el("h2", {}, ["Over time"]), place, slider, told]);
  main.replaceChildren(factList(facts), figure, section);
  // The newest row is the first.
  const stepOf = (row: number) => data.steps.length - 1 - row;
  // The chart needs the width of its container.
  const pointed = (seconds: number) => choose(Math.max(0, stepAt(data, seconds)));
  const chart = stepChart({ data, place, pointed });
  const choose = (step: number) => {
    slider.value = String(step);
    show({ page, data, step });
  };
  const show = ({ step }: Chosen) => {
    const text = tellOf({ page, data, step });
    slider.setAttribute("aria-valuetext", text);
    told.textContent = text;
    chart.mark(step);
    for (const [i, row] of view.rows.entries()) {
      if (stepOf(i) === step) row.setAttribute("aria-current", "true");
      else row.removeAttribute("aria-current");
    }
  };
  for (const [i, row] of view.rows.entries()) row.addEventListener("click", () => choose(stepOf(i)));
  slider.addEventListener("input", () => choose(Number(slider.value)));
  redrawWithColors(chart);
  choose(data.steps.length - 1);
}

/** A selected step. */
interface Chosen {
  readonly page: SeriesPage;
  readonly data: StepData;
  readonly step: number;
}

function tellOf({ page: { noun, end }, data: { steps }, step }: Chosen): string {
  const chosen: Step | undefined = steps[step];
  if (chosen === undefined) return "";
  const until = chosen.until === undefined ? `to the end (${timeText(end)})` : `to ${timeText(chosen.until)}`;
  return `${step + 1} of ${steps.length}: ${noun} ${chosen.value}, from ${timeText(chosen.since)} ${until}`;
}

const factList = (facts: readonly PageFact[]): HTMLElement =>
  el(
    "dl",
    { class: "facts" },
    facts.map(({ label, text, isCopied }) =>
      isCopied
        ? el("div", { class: "copied" }, [el("dt", {}, [label]), el("dd", {}, [copyable(text, label)])])
        : el("div", {}, [el("dt", {}, [label]), el("dd", {}, [text])]),
    ),
  );

/** Paper is white, whatever the color scheme. */
function redrawWithColors(chart: Chart): void {
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => chart.redraw());
  const print = (isPrint: boolean) => () => {
    document.documentElement.classList.toggle("print", isPrint);
    chart.redraw();
  };
  addEventListener("beforeprint", print(true));
  addEventListener("afterprint", print(false));
}

openWhilePrinting();
start("series", draw);
