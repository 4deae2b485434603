/** What a node stands for; its shape and color follow from it. */
export type NodeKind = "group" | "identity";

/** A node of a graph. */
export interface GraphNode {
  /** Tells it from the others: unique in the graph, and not shown. */
  readonly id: string;
  readonly kind: NodeKind;
  /** Text in it. May be of others: each form escapes it. */
  readonly label: string;
}

/** What a pending change does to a part of a graph. */
export type Change = "added" | "removed";

/** An arrow between two nodes. */
export interface GraphEdge {
  /** Ids of nodes of the graph. */
  readonly from: string;
  readonly to: string;
  /** Text at it, as of a node. An arrow without one is drawn as a mere line of the tree. */
  readonly label?: string;
  /** What a pending change does to it. */
  readonly change?: Change;
}

/** A directed graph, as the forms of output that draw take it. */
export interface Graph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}

/** Short names of a graph's nodes for languages that draw: `n0`, `n1`, in the order of the nodes. */
export function namesOf({ nodes }: Graph): (id: string) => string {
  const names = new Map(nodes.map(({ id }, index) => [id, `n${index}`]));
  return (id) => {
    const name = names.get(id);
    if (name === undefined) throw new Error(`an arrow names ${id}, which is no node`);
    return name;
  };
}

/** The label of an arrow with what becomes of it, for those who cannot tell one line from another. */
export const labelWith = (label: string, change: Change | undefined): string =>
  change === undefined ? label : `${label} (${change})`;
