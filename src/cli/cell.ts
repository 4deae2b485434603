/** What a value means. It decides the color. */
export type Tone = "good" | "warning" | "bad" | "quiet";

/** A cell of a table. */
export type Cell = string | { readonly text: string; readonly tone: Tone };
