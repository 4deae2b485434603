import { el, scrollable } from "../frame/dom";
import { counted } from "../frame/start";
import type { Access, Kind } from "../model/access";
import { type FocusNode, focusOf, type Selection } from "../model/focus";
import { picture } from "./picture";

/** What is chosen, beside the tree. */
export interface Panel {
  readonly element: HTMLElement;
  /** Shows what is chosen; answers whether the page has it. */
  show(selection: Selection): boolean;
  /** Shows what is to be done where nothing is chosen. */
  clear(): void;
  /** Goes to the heading, for those who read or move by keyboard. */
  enter(): void;
}

const MEANING: Readonly<Record<Kind, string>> = {
  identity: "What it may do, and where. What it may do in a group it may do in all groups below.",
  role: "Where it is given, and to whom.",
  group: "The roles in it, and who has them. Dashed: inherited from a group above.",
};

/** The panel. It is drawn anew when its width changes. */
export function panelView(access: Access, choose: (selection: Selection) => void): Panel {
  const element = el("section", { class: "panel", "aria-label": "What is chosen" });
  let [root, drawnAt]: [FocusNode | undefined, number] = [undefined, 0];
  const draw = () => {
    drawnAt = element.clientWidth;
    if (root === undefined) element.replaceChildren(...NOTHING());
    else element.replaceChildren(...contentOf({ access, root, width: drawnAt - MARGIN, choose }));
  };
  new ResizeObserver(() => {
    if (element.clientWidth !== drawnAt && drawnAt > 0) draw();
  }).observe(element);
  return {
    element,
    show: (selection) => {
      root = focusOf(access, selection);
      draw();
      return root !== undefined;
    },
    clear: () => {
      root = undefined;
      draw();
    },
    enter: () => {
      const heading = element.querySelector("h2");
      heading?.scrollIntoView({ block: "nearest" });
      heading?.focus({ preventScroll: true });
    },
  };
}

/** What lies between the edges of the panel and the picture, in pixels. */
const MARGIN = 40;

const NOTHING = () => [
  el("h2", { tabindex: -1 }, ["Nothing is chosen"]),
  el("p", {}, ["A group, an identity or a role that is chosen shows here what it is linked to."]),
];

/** What the panel is made of. */
interface PanelParts {
  readonly access: Access;
  readonly root: FocusNode;
  /** In pixels. */
  readonly width: number;
  readonly choose: (selection: Selection) => void;
}

function contentOf({ access, root, width, choose }: PanelParts): HTMLElement[] {
  const links = root.children.reduce((sum, child) => sum + child.children.length, 0);
  const place = scrollable(`Links of ${root.name}`, []);
  const redrawn = (made: SVGSVGElement) => place.replaceChildren(made);
  if (links > 0) redrawn(picture({ root, width: Math.max(240, width), choose, redrawn }));
  const capabilities = access.roles.get(root.id)?.capabilities ?? [];
  return [
    el("h2", { tabindex: -1 }, [root.name]),
    el("p", { class: "type" }, [`${kindOf(access, root)}, ${counted(links, "binding")}`]),
    el("p", {}, [MEANING[root.kind]]),
    links > 0 ? place : el("p", { class: "empty" }, ["No binding is on it."]),
    ...(root.kind === "role" && capabilities.length > 0 ? [capabilityList(capabilities)] : []),
  ];
}

function kindOf(access: Access, { kind, id }: FocusNode): string {
  if (kind === "identity") return access.identities.get(id)?.type || kind;
  return kind === "group" ? `group ${access.pathTo(id).join("/")}` : kind;
}

const capabilityList = (capabilities: readonly string[]): HTMLElement =>
  el("details", {}, [
    el("summary", {}, [counted(capabilities.length, "capability").replace("capabilitys", "capabilities")]),
    el(
      "ul",
      { class: "capabilities" },
      capabilities.map((name) => el("li", {}, [el("code", {}, [name])])),
    ),
  ]);
