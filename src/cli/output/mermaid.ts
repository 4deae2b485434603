import { type Graph, labelWith, type NodeKind, namesOf } from "./graph";
import { plain } from "./text";

/** Brackets around a label, by what the node stands for. */
const SHAPES: Readonly<Record<NodeKind, readonly [open: string, close: string]>> = {
  group: ["[", "]"],
  identity: ["([", "])"],
};

const ARROWS = { kept: "-->", added: "==>", removed: "-.->" } as const;

/** A graph as a flowchart of Mermaid, which GitHub and GitLab draw in comments. */
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
 * A text of others in a label. What is neither letter, digit nor harmless stands as its number: quotes would end the label, `<`
 * begins HTML, a grave accent Markdown, `%%` a directive, `#` and `&` an entity; a hyphen or `1.` in front begins a list.
 */
const escaped = (text: string): string =>
  plain(text).replace(/^\s*-|(?<=^\s*\d+)\.|[^\p{L}\p{N} .,:/@_=()-]/gu, (found) =>
    found.replace(/\S/u, (character) => `#${character.codePointAt(0)};`),
  );
