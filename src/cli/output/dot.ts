import { type Graph, labelWith, type NodeKind, namesOf } from "./graph";
import { plain } from "./text";

const SHAPES: Readonly<Record<NodeKind, string>> = { group: "folder", identity: "ellipse" };

const STYLES = { kept: "", added: ", style=bold", removed: ", style=dashed" } as const;

/** Returns a graph in the language of Graphviz. */
export function dotText(graph: Graph): string {
  const name = namesOf(graph);
  return [
    "digraph access {",
    "  rankdir=LR;",
    ...graph.nodes.map(({ id, kind, label }) => `  ${name(id)} [shape=${SHAPES[kind]}, label=${quoted(label)}];`),
    ...graph.edges.map(({ from, to, label, change }) => {
      const how =
        label === undefined
          ? "dir=none, style=dotted"
          : `label=${quoted(labelWith(label, change))}${STYLES[change ?? "kept"]}`;
      return `  ${name(from)} -> ${name(to)} [${how}];`;
    }),
    "}",
    "",
  ].join("\n");
}

/** Returns a text as a quoted string. In labels, a backslash begins an escape and `&` an entity. */
const quoted = (text: string): string =>
  `"${plain(text).replaceAll("&", "&amp;").replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
