import type { z } from "zod";
import type { doctorDocument } from "./schema";

/** The result of one check. A note is not a problem. */
export type Check = Readonly<z.infer<typeof doctorDocument>["checks"][number]>;

/** A check that passed. */
export const ok = (name: string, text: string): Check => ({ name, status: "ok", text, remedy: null });

/** Further information. */
export const note = (name: string, text: string): Check => ({ name, status: "note", text, remedy: null });

/** A check that could not be made. */
export const unknown = (name: string, text: string, remedy: string | null = null): Check => ({
  name,
  status: "unknown",
  text,
  remedy,
});

/** A check that failed. Without a remedy, the text contains it. */
export const problem = (name: string, text: string, remedy: string | null = null): Check => ({
  name,
  status: "problem",
  text,
  remedy,
});
