/** The kind of a node. It decides its shape and color. */
export type NodeKind = "group" | "identity";

/** A node of a graph. */
export interface GraphNode {
  /** Unique in the graph. It is not shown. */
  readonly id: string;
  readonly kind: NodeKind;
  /** Text in the node. Each format escapes it, because others may have chosen it. */
  readonly label: string;
}

/** The effect of a pending change on a part of a graph. */
export type Change = "added" | "removed";

/** An arrow between two nodes. */
export interface GraphEdge {
  /** Ids of nodes of the graph. */
  readonly from: string;
  readonly to: string;
  /** Text at the arrow. An arrow without a text is a line of the tree. */
  readonly label?: string;
  /** The effect of a pending change. */
  readonly change?: Change;
}

/** A directed graph, for Mermaid and Graphviz. */
export interface Graph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}

/** Returns a function that returns the short name of a node: `n0`, `n1`, in the order of the nodes. */
export function namesOf({ nodes }: Graph): (id: string) => string {
  const names = new Map(nodes.map(({ id }, index) => [id, `n${index}`]));
  return (id) => {
    const name = names.get(id);
    if (name === undefined) throw new Error(`an arrow names ${id}, which is not a node`);
    return name;
  };
}

/** Returns the label of an arrow with its change, because not everybody can distinguish the styles of lines. */
export const labelWith = (label: string, change: Change | undefined): string =>
  change === undefined ? label : `${label} (${change})`;
