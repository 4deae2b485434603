import { button, el } from "../frame/dom";
import { counted } from "../frame/start";
import { closedAtFirst, type FocusNode, type Selection } from "../model/focus";

/** Returns the classes of a role. Only danger is red. */
export const roleClass = ({ givesAccess }: { readonly givesAccess: boolean }): string =>
  givesAccess ? "name role danger" : "name role";

/** Creates the nested list of links. Large branches are folded at first, by `details`, which need no script. */
export function linksView(root: FocusNode, choose: (selection: Selection) => void): HTMLElement {
  const closed = closedAtFirst(root);
  const nameOf = (node: FocusNode) =>
    button([node.name], () => choose(node), { class: node.kind === "role" ? roleClass(node) : `name ${node.kind}` });
  const linkOf = (node: FocusNode) =>
    el("li", { class: node.change }, [
      nameOf(node),
      ...(node.note === "" ? [] : [el("span", { class: `tone ${node.change ?? "quiet"}` }, [node.note])]),
    ]);
  const branchOf = (branch: FocusNode) => {
    const links = el("ul", { class: "bindings" }, branch.children.map(linkOf));
    const folded = () => el("details", {}, [el("summary", {}, [counted(branch.children.length, "binding")]), links]);
    return el("li", {}, [nameOf(branch), closed.has(branch.id) ? folded() : links]);
  };
  return el("ul", { class: "links", "aria-label": `Links of ${root.name}` }, root.children.map(branchOf));
}
