import { button, el } from "../frame/dom";
import { counted } from "../frame/start";
import { type Bound, type GroupNode, placeOf } from "../model/access";
import type { Selection } from "../model/focus";
import { roleClass } from "./links";

/** The tree of groups in the document. */
export interface TreeView {
  readonly element: HTMLElement;
  /** Shows these bindings and their groups. Returns the number of groups. */
  show(bound: ReadonlySet<Bound>, options: ShowOptions): number;
  /** Opens or closes all groups. */
  openAll(isOpen: boolean): void;
}

/** Display of bindings. */
interface ShowOptions {
  /** Whether a filter is set. Then groups with matches are open, and groups without are hidden. */
  readonly isFiltered: boolean;
}

/** Shows the bindings of a branch. */
interface Branch {
  readonly element: HTMLElement;
  /** All groups of the branch. */
  readonly groups: readonly HTMLDetailsElement[];
  apply(bound: ReadonlySet<Bound>, options: ShowOptions): Shown;
}

/** Displayed part of a branch. */
interface Shown {
  readonly bindings: number;
  readonly groups: number;
}

/** Actions of the tree on a selection. */
export interface Acts {
  /** Selects it and moves to its links. */
  readonly choose: (selection: Selection) => void;
  /** Shows its links and stays in the tree. */
  readonly look: (selection: Selection) => void;
}

/** Greatest number of bindings with which all groups are open at first. With more, only the roots are open. */
const FEW = 60;

/** Creates the tree of groups with the bindings in each. Groups are `details` elements, which work by keyboard and touch. */
export function treeView(roots: readonly GroupNode[], acts: Acts): TreeView {
  const branches = roots.map((root) => branchOf(root, acts));
  const groups = branches.flatMap((branch) => branch.groups);
  const total = roots.reduce((sum, root) => sum + countOf(root), 0);
  for (const branch of branches) {
    for (const details of total <= FEW ? branch.groups : branch.groups.slice(0, 1)) details.open = true;
  }
  return {
    element: el(
      "div",
      { class: "tree" },
      branches.map(({ element }) => element),
    ),
    show: (bound, options) => branches.reduce((sum, branch) => sum + branch.apply(bound, options).groups, 0),
    openAll: (isOpen) => {
      for (const details of groups) details.open = isOpen;
    },
  };
}

const countOf = ({ bound, children }: GroupNode): number =>
  children.reduce((sum, child) => sum + countOf(child), bound.length);

function branchOf({ group, bound, children }: GroupNode, acts: Acts): Branch {
  const items = bound.map((item) => ({ item, element: bindingView(item, acts.choose) }));
  const branches = children.map((child) => branchOf(child, acts));
  const selection = { kind: "group", id: group.id } as const;
  const count = el("span", { class: "count" });
  // In a narrow window, the links are below the tree.
  const who = button(["Who has access here"], () => acts.choose(selection), {
    class: "link narrow",
    "aria-label": `Who has access here, in ${group.name}`,
  });
  const list = el(
    "ul",
    { class: "bindings" },
    items.map(({ element }) => element),
  );
  const summary = el("summary", {}, [el("span", { class: "name group" }, [group.name]), " ", count]);
  summary.addEventListener("click", () => acts.look(selection));
  const details = el("details", { class: "branch" }, [
    summary,
    who,
    ...(items.length === 0 ? [] : [list]),
    ...branches.map(({ element }) => element),
  ]);
  return {
    element: details,
    groups: [details, ...branches.flatMap((branch) => branch.groups)],
    apply: (shown, options) => {
      let here = 0;
      for (const { item, element } of items) {
        element.hidden = !shown.has(item);
        if (!element.hidden) here += 1;
      }
      const below = branches.map((branch) => branch.apply(shown, options));
      const bindings = below.reduce((sum, branch) => sum + branch.bindings, here);
      const groups = below.reduce((sum, branch) => sum + branch.groups, here > 0 ? 1 : 0);
      count.textContent = bindings === here ? counted(here, "binding") : `${here} here, ${bindings - here} below`;
      details.hidden = options.isFiltered && bindings === 0;
      if (options.isFiltered && bindings > 0) details.open = true;
      return { bindings, groups };
    },
  };
}

function bindingView(bound: Bound, choose: (selection: Selection) => void): HTMLElement {
  const { identity, role, group, change } = bound;
  const place = placeOf(identity, group);
  return el("li", { class: change }, [
    ...(change === undefined ? [] : [el("span", { class: `tone ${change}` }, [`${change} `])]),
    el("span", { class: "who" }, [
      button([identity.name], () => choose({ kind: "identity", id: identity.id }), { class: "name identity" }),
      ...(place === "" ? [] : [" ", el("span", { class: "place" }, [place])]),
    ]),
    button([role.name], () => choose({ kind: "role", id: role.id }), { class: roleClass(role) }),
  ]);
}
