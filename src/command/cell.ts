/** What a value means. It decides the color. */
export type Tone = "good" | "warning" | "bad" | "quiet";

export type Cell = string | { readonly text: string; readonly tone: Tone };
