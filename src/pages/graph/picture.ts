import { type HierarchyPointNode, hierarchy, tree } from "d3-hierarchy";
import { svg } from "../frame/dom";
import { closedAtFirst, type FocusNode, type Selection } from "../model/focus";
import { type Cut, cutToWidth } from "../model/width";

/** Draws what a thing is linked to: a tree of three levels from left to right, placed by d3-hierarchy. */

/** What a picture is made of. */
interface PictureParts {
  readonly root: FocusNode;
  /** In pixels. */
  readonly width: number;
  readonly choose: (selection: Selection) => void;
  /** Told when it has been drawn anew, in another height. */
  readonly redrawn: (element: SVGSVGElement) => void;
}

const LINE = 26;
const LETTER = 7.8;
const DOT = 4;
/** Narrower than this, a level is indented and has a line of its own. */
const MIN_COLUMNS = 460;
const INDENT = 22;
/** Where the columns of the levels begin, and where the last ends, as parts of the width: names of groups are paths. */
const COLUMNS = [0, 0.29, 0.58, 1];
const columnAt = (depth: number): number => COLUMNS[depth] ?? 1;

type Node = HierarchyPointNode<FocusNode>;

/** The picture of a tree. Large branches begin closed; a button at each opens and closes it. */
export function picture(parts: PictureParts): SVGSVGElement {
  return drawn(parts, new Set(closedAtFirst(parts.root)));
}

function drawn(parts: PictureParts, closed: Set<string>): SVGSVGElement {
  const { root, width, redrawn } = parts;
  const place = placed(root, { closed, width });
  const nodes = place.root.descendants();
  const [top, bottom] = [Math.min(...nodes.map(({ x }) => x)), Math.max(...nodes.map(({ x }) => x))];
  const toggle = (branch: FocusNode) => {
    if (!closed.delete(branch.id)) closed.add(branch.id);
    const element = drawn(parts, closed);
    redrawn(element);
    // The button that had the focus is gone: the same one of the new picture takes it.
    element.querySelectorAll<SVGElement>(".badge")[root.children.filter(isBranch).indexOf(branch)]?.focus();
  };
  const items = new Map(
    nodes.map((node) => [node, nodeView(node, { ...parts, space: place.space(node), closed, toggle })]),
  );
  const lines = [...items.values()].flatMap((target) => {
    const source = target.node.parent === null ? undefined : items.get(target.node.parent);
    return source === undefined ? [] : [lineView({ source, target }, place.hasColumns)];
  });
  const height = bottom - top + LINE;
  const viewBox = `0 ${top - LINE / 2} ${width} ${height}`;
  return svg(
    "svg",
    { class: "picture", width, height, viewBox, role: "group", "aria-label": `Links of ${root.name}` },
    [...lines, ...[...items.values()].map(({ element }) => element)],
  );
}

/** A node as it was drawn. */
interface Drawn {
  readonly node: Node;
  readonly element: SVGElement;
  /** Where its name and its badge end, from its dot, in pixels. */
  readonly end: number;
}

/** Whether a node of the middle level can be opened and closed. */
const isBranch = ({ children }: FocusNode): boolean => children.length > 1;

/** A tree with its places: `x` down and `y` to the right, as d3 has it. */
interface Placed {
  readonly root: Node;
  /** Whether each level has a column of its own; a narrow picture indents them. */
  readonly hasColumns: boolean;
  /** How much space the name of a node has, in pixels. */
  space(node: Node): number;
}

function placed(data: FocusNode, { closed, width }: { closed: ReadonlySet<string>; width: number }): Placed {
  const top = hierarchy(data, ({ id, children }) => (closed.has(id) ? [] : children));
  const root = tree<FocusNode>()
    .nodeSize([LINE, 1])
    .separation((a, b) => (a.parent === b.parent ? 1 : 1.35))(top);
  const hasColumns = width >= MIN_COLUMNS;
  if (hasColumns) {
    // Beside its first child, so that a large tree shows at its top what it is of.
    root.x = root.children?.[0]?.x ?? root.x;
    root.each((node) => {
      node.y = columnAt(node.depth) * width;
    });
  } else {
    let line = 0;
    root.eachBefore((node) => {
      node.x = line++ * LINE;
      node.y = node.depth * INDENT;
    });
  }
  // Room for the dots at the left.
  root.each((node) => {
    node.y += DOT + 2;
  });
  const end = (depth: number) => (hasColumns ? columnAt(depth + 1) * width : width);
  return { root, hasColumns, space: ({ y, depth }) => end(depth) - y - 6 * DOT };
}

/** From the end of a name to the dot of the next; in a narrow picture down from its dot. */
function lineView({ source, target }: { source: Drawn; target: Drawn }, hasColumns: boolean): SVGElement {
  const { change, note } = target.node.data;
  const [from, to] = [source.node, target.node];
  const start = from.y + source.end;
  const bend = (start + to.y) / 2;
  return svg("path", {
    class: ["link", change ?? "", note.startsWith("from ") ? "inherited" : ""].filter(Boolean).join(" "),
    d: hasColumns
      ? `M${start},${from.x} C${bend},${from.x} ${bend},${to.x} ${to.y},${to.x}`
      : `M${from.y},${from.x} V${to.x} H${to.y}`,
  });
}

/** What a node is drawn with. */
interface NodeParts extends PictureParts {
  readonly space: number;
  readonly closed: ReadonlySet<string>;
  readonly toggle: (node: FocusNode) => void;
}

function nodeView(node: Node, { space, choose, closed, toggle }: NodeParts): Drawn {
  const { data, depth, x, y } = node;
  const count = data.children.length;
  const hasBadge = depth === 1 && isBranch(data);
  const badge = hasBadge ? `${closed.has(data.id) ? "▸" : "▾"} ${count}` : "";
  const badgeWidth = hasBadge ? (badge.length + 1) * LETTER : 0;
  const noted = data.note === "" ? data.name : `${data.name} (${data.note})`;
  const text = fitted(data, Math.max(4, Math.floor((space - badgeWidth) / LETTER)));
  const content: SVGElement[] = [
    svg("g", { class: `node ${data.kind}`, "aria-hidden": "true" }, [
      svg("circle", { r: DOT }),
      svg("text", { x: 2 * DOT, dy: "0.32em" }, [text.cut]),
    ]),
  ];
  const end = 2 * DOT + (text.width + 1) * LETTER;
  if (depth > 0) {
    const hit = hitView(`${data.kind} ${noted}`, { from: -DOT, to: end }, () => choose(data));
    hit.classList.add(data.kind);
    hit.append(svg("title", {}, [noted]));
    content.unshift(hit);
  }
  if (hasBadge) {
    const label = `${closed.has(data.id) ? "Open" : "Close"} ${data.name}, ${count} links`;
    const hit = hitView(label, { from: end - DOT, to: end + badgeWidth }, () => toggle(data));
    hit.classList.add("badge");
    content.push(hit, svg("text", { class: "count-of", x: end, dy: "0.32em", "aria-hidden": "true" }, [badge]));
  }
  return { node, element: svg("g", { transform: `translate(${y},${x})` }, content), end: end + badgeWidth };
}

/** The name of a node, with its note where there is room for both. Of a path the end tells more. */
function fitted({ kind, name, note, change }: FocusNode, most: number): Cut {
  const marked = `${change === undefined ? "" : MARKS[change]}${name}`;
  const whole = cutToWidth(`${marked} (${note})`, most);
  if (note !== "" && !whole.isCut) return whole;
  return cutToWidth(marked, most, kind === "group" ? "start" : "end");
}

const MARKS = { added: "+ ", removed: "− " } as const;

/** A button below a part of the picture, from one place of its line to another: it has the whole name where the picture cuts it. */
function hitView(
  label: string,
  { from, to }: { readonly from: number; readonly to: number },
  act: () => void,
): SVGElement {
  const hit = svg("rect", {
    class: "hit",
    x: from,
    y: -LINE / 2 + 1,
    width: to - from,
    height: LINE - 2,
    role: "button",
    tabindex: 0,
    "aria-label": label,
  });
  hit.addEventListener("click", act);
  hit.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    act();
  });
  return hit;
}
