import { type Graph, labelWith, type NodeKind, namesOf } from "./graph";
import { plain } from "./text";

/** Brackets around a label, by the kind of the node. */
const SHAPES: Readonly<Record<NodeKind, readonly [open: string, close: string]>> = {
  group: ["[", "]"],
  identity: ["([", "])"],
};

const ARROWS = { kept: "-->", added: "==>", removed: "-.->" } as const;

/** Returns a graph as a Mermaid flowchart, which GitHub and GitLab draw in comments. */
export function mermaidText(graph: Graph): string {
  const name = namesOf(graph);
  return [
    "flowchart LR",
    ...graph.nodes.map(({ id, kind, label }) => {
      const [open, close] = SHAPES[kind];
      return `  ${name(id)}${open}"${escaped(label)}"${close}`;
    }),
    ...graph.edges.map(({ from, to, label, change }) =>
      label === undefined
        ? `  ${name(from)} --- ${name(to)}`
        : `  ${name(from)} ${ARROWS[change ?? "kept"]}|"${escaped(labelWith(label, change))}"| ${name(to)}`,
    ),
    "",
  ].join("\n");
}

/**
 * Escapes a text for a label. It replaces characters by their number unless they are letters, digits or harmless. Quotes would end the
 * label, `<` begins HTML, a grave accent Markdown, `%%` a directive, `#` and `&` an entity, and a leading hyphen or `1.` a list.
 */
const escaped = (text: string): string =>
  plain(text).replace(/^\s*-|(?<=^\s*\d+)\.|[^\p{L}\p{N} .,:/@_=()-]/gu, (found) =>
    found.replace(/\S/u, (character) => `#${character.codePointAt(0)};`),
  );
