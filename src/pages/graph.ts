import type { GraphPage } from "../cli/page";
import { choiceField, filterForm, type Option, searchField, statusLine } from "./frame/controls";
import { button, el } from "./frame/dom";
import { counted, openWhilePrinting, start } from "./frame/start";
import { fragmentOf, selectionOf } from "./graph/address";
import { panelView } from "./graph/panel";
import { treeView } from "./graph/tree";
import { Access } from "./model/access";
import { focusOf, type Selection } from "./model/focus";

/**
 * Draws who may do what: a tree of groups with the bindings as rows, and next to it the links of the selection. A picture of dots
 * and lines would be unreadable with hundreds of bindings.
 */
function draw(page: GraphPage, main: HTMLElement): void {
  const access = new Access(page);
  if (access.bound.length === 0 && access.groups.size === 0) {
    main.replaceChildren(el("p", { class: "empty" }, ["There is no group."]));
    return;
  }
  const choose = (selection: Selection) => {
    // Selecting the same thing again does not change the address, so there is no event.
    if (location.hash === fragmentOf(selection)) panel.enter();
    else location.hash = fragmentOf(selection);
  };
  const tree = treeView(access.roots, {
    choose,
    // The focus stays in the tree when somebody opens a group there.
    look: (selection) => {
      history.replaceState(null, "", fragmentOf(selection));
      panel.show(selection);
    },
  });
  const panel = panelView(access, choose);
  const filters = filtersOf(access, (shown, isFiltered) => tree.show(shown, { isFiltered }));
  const buttons = el("p", { class: "buttons" }, [
    button(["Open all groups"], () => tree.openAll(true), { class: "link" }),
    button(["Close all groups"], () => tree.openAll(false), { class: "link" }),
  ]);
  const groups = el("section", { class: "groups" }, [
    el("h2", {}, ["Groups"]),
    legendView(access),
    buttons,
    tree.element,
  ]);
  main.replaceChildren(filters.form, el("div", { class: "columns" }, [groups, panel.element]));
  filters.apply();
  const [root] = access.roots;
  const first: Selection = { kind: "group", id: root?.group.id ?? "" };
  const chosen = () => [selectionOf(location.hash) ?? first, first].find((one) => focusOf(access, one)) ?? first;
  addEventListener("hashchange", () => {
    panel.show(chosen());
    if (selectionOf(location.hash) !== undefined) panel.enter();
  });
  panel.show(chosen());
}

/** Explains the colors and how far a role reaches. */
function legendView({ bound }: Access): HTMLElement {
  const changes = (["added", "removed"] as const).filter((name) => bound.some(({ change }) => change === name));
  return el("p", { class: "legend" }, [
    el("span", { class: "name group" }, ["group"]),
    el("span", { class: "name identity" }, ["identity"]),
    el("span", { class: "name role" }, ["role"]),
    ...(bound.some(({ role }) => role.givesAccess)
      ? [el("span", { class: "name role danger" }, ["role that can give access to others"])]
      : []),
    ...changes.map((name) => el("span", { class: `tone ${name}` }, [`${name} by the change`])),
    el("span", {}, ["A role in a group also applies in all groups below it."]),
  ]);
}

/** The filter fields and their effect. */
function filtersOf(
  access: Access,
  show: (shown: ReturnType<Access["filtered"]>, isFiltered: boolean) => number,
): { readonly form: HTMLElement; readonly apply: () => void } {
  const status = statusLine();
  const changed = () => apply();
  const search = searchField("Search groups, identities and roles", changed);
  const identity = choiceField(
    "identity",
    namedOptions(access.bound.map(({ identity: { id, path } }) => ({ id, name: path }))),
    changed,
  );
  const role = choiceField("role", namedOptions(access.bound.map((bound) => bound.role)), changed);
  const capabilities = access.capabilities().map((name) => ({ value: name, label: name }));
  const capability = choiceField("capability", capabilities, changed);
  const changes = ["added", "removed"].filter((name) => access.bound.some((bound) => bound.change === name));
  const change = choiceField(
    "change",
    changes.map((name) => ({ value: name, label: name })),
    changed,
  );
  const apply = () => {
    const filter = {
      text: search.input.value,
      identity: identity.input.value,
      role: role.input.value,
      capability: capability.input.value,
      change: change.input.value,
    };
    const shown = access.filtered(filter);
    const isFiltered = Object.values(filter).some((text) => text.trim() !== "");
    const groups = show(shown, isFiltered);
    const total = counted(access.bound.length, "binding");
    status.textContent = `${isFiltered ? `${shown.size.toLocaleString("en")} of ${total}` : total} in ${counted(groups, "group")}`;
  };
  const fields = [search, identity, role, capability, ...(changes.length > 0 ? [change] : [])];
  return { form: filterForm([...fields.map(({ element }) => element), status]), apply };
}

/** Objects with a binding, each once. Others have no row to filter. */
const namedOptions = (items: readonly { readonly id: string; readonly name: string }[]): Option[] =>
  [...new Map(items.map(({ id, name }) => [id, { value: id, label: name === "" ? id : name }])).values()].sort((a, b) =>
    a.label.localeCompare(b.label, "en"),
  );

openWhilePrinting();
start("graph", draw);
