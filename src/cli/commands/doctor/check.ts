import type { z } from "zod";
import type { doctorDocument } from "./schema";

/** One thing that was checked. A note is worth knowing, and no problem. */
export type Check = Readonly<z.infer<typeof doctorDocument>["checks"][number]>;

/** Something that is as it should be. */
export const ok = (name: string, text: string): Check => ({ name, status: "ok", text, remedy: null });

/** Something worth knowing. */
export const note = (name: string, text: string): Check => ({ name, status: "note", text, remedy: null });

/** Something that could not be found out. */
export const unknown = (name: string, text: string, remedy: string | null = null): Check => ({
  name,
  status: "unknown",
  text,
  remedy,
});

/** Something that is wrong. The text has its remedy in it where none is given. */
export const problem = (name: string, text: string, remedy: string | null = null): Check => ({
  name,
  status: "problem",
  text,
  remedy,
});
