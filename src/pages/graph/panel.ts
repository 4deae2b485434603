import { el } from "../frame/dom";
import { counted } from "../frame/start";
import type { Access, Kind } from "../model/access";
import { type FocusNode, focusOf, type Selection } from "../model/focus";
import { linksView } from "./links";

/** The selected thing and its links, beside the tree. */
export interface Panel {
  readonly element: HTMLElement;
  /** Shows a selection, or a hint if the page does not have it. */
  show(selection: Selection | undefined): void;
  /** Moves the focus to the heading, for those who read or move by keyboard. */
  enter(): void;
}

const MEANING: Readonly<Record<Kind, string>> = {
  identity: "What it may do, and where. What it may do in a group it may do in all groups below.",
  role: "Where it is given, and to whom.",
  group: "The roles in it, and who has them. A binding from a group above says so.",
};

/** Creates the panel. */
export function panelView(access: Access, choose: (selection: Selection) => void): Panel {
  const element = el("section", { class: "panel", "aria-label": "Selection" });
  return {
    element,
    show: (selection) => {
      const root = selection && focusOf(access, selection);
      element.replaceChildren(...(root === undefined ? nothing() : contentOf(access, root, choose)));
    },
    enter: () => {
      const heading = element.querySelector("h2");
      heading?.scrollIntoView({ block: "nearest" });
      heading?.focus({ preventScroll: true });
    },
  };
}

const nothing = () => [
  el("h2", { tabindex: -1 }, ["Nothing is selected"]),
  el("p", {}, ["Select a group, an identity or a role to see its links."]),
];

function contentOf(access: Access, root: FocusNode, choose: (selection: Selection) => void): HTMLElement[] {
  const links = root.children.reduce((sum, child) => sum + child.children.length, 0);
  const capabilities = root.kind === "role" ? (access.roles.get(root.id)?.capabilities ?? []) : [];
  const kind = root.kind === "group" ? `group ${access.pathTo(root.id).join("/")}` : root.kind;
  return [
    el("h2", { tabindex: -1 }, [root.name]),
    el("p", { class: "type" }, [`${kind}, ${counted(links, "binding")}`]),
    el("p", {}, [MEANING[root.kind]]),
    links > 0 ? linksView(root, choose) : el("p", { class: "empty" }, ["It has no binding."]),
    ...(capabilities.length > 0 ? [capabilityList(capabilities)] : []),
  ];
}

const capabilityList = (capabilities: readonly string[]): HTMLElement =>
  el("details", {}, [
    el("summary", {}, [`${capabilities.length} ${capabilities.length === 1 ? "capability" : "capabilities"}`]),
    el(
      "ul",
      { class: "capabilities" },
      capabilities.map((name) => el("li", {}, [el("code", {}, [name])])),
    ),
  ]);
