import { el } from "../frame/dom";
import { counted } from "../frame/start";
import type { Access, Kind } from "../model/access";
import { type FocusNode, focusOf, type Selection } from "../model/focus";
import { linksView } from "./links";

/** The selected thing and its links, next to the tree. */
export interface Panel {
  readonly element: HTMLElement;
  /** Shows a selection. */
  show(selection: Selection): void;
  /** Moves the focus to the heading, for keyboards and screen readers. */
  enter(): void;
}

const MEANING: Readonly<Record<Kind, string>> = {
  identity: "Its roles, and the groups where it has them.",
  role: "The groups where identities have this role.",
  group: "Identities with access here, by role. Bindings of groups above are marked.",
};

/** Creates the panel. */
export function panelView(access: Access, choose: (selection: Selection) => void): Panel {
  const element = el("section", { class: "panel", "aria-label": "Selection" });
  return {
    element,
    show: (selection) => {
      const root = focusOf(access, selection);
      element.replaceChildren(...(root === undefined ? [] : contentOf(access, root, choose)));
    },
    enter: () => {
      const heading = element.querySelector("h2");
      heading?.scrollIntoView({ block: "nearest" });
      heading?.focus({ preventScroll: true });
    },
  };
}

function contentOf(access: Access, root: FocusNode, choose: (selection: Selection) => void): HTMLElement[] {
  const links = root.children.reduce((sum, child) => sum + child.children.length, 0);
  const capabilities = root.kind === "role" ? (access.roles.get(root.id)?.capabilities ?? []) : [];
  const path =
    root.kind === "role" ? undefined : access[root.kind === "group" ? "groups" : "identities"].get(root.id)?.path;
  const kind = path === undefined || path === root.name ? root.kind : `${root.kind} ${path}`;
  return [
    el("h2", { tabindex: -1 }, [root.name]),
    el("p", { class: "type" }, [`${kind}, ${counted(links, "binding")}`]),
    el("p", {}, [MEANING[root.kind]]),
    ...(root.givesAccess
      ? [el("p", { class: "tone bad" }, ["Identities with this role can give access to others."])]
      : []),
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
