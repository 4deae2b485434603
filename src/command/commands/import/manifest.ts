import { z } from "zod";
import { CallError } from "../../declaration";
import { sortedBy } from "../../order";
import { jsonOf } from "../../stack/json";

/** Name of the file that records what imports have written. */
export const MANIFEST = ".pulumi-platform-import.json";

const identifier = z.string().regex(/^[A-Za-z_]\w*$/);

const written = z.strictObject({
  /** Name of the Pulumi resource. Absent for objects that are only looked up. */
  name: z.string().optional(),
  /** Its variable. Absent if nothing referred to it. */
  variable: identifier.optional(),
  /** Keys of the stack's config for its secrets, by input. */
  secrets: z.record(identifier, identifier).optional(),
});

const manifest = z.strictObject({
  version: z.literal(1),
  parentUid: z.string(),
  /** The written objects, by kind and uid: `iam:Group 1a2b/3c4d`. */
  objects: z.record(z.string(), written),
});

export type Written = z.infer<typeof written>;
export type Manifest = z.infer<typeof manifest>;

/** Parses a manifest. Throws CallError for an invalid one. */
export function parseManifest(text: string): Manifest {
  const result = manifest.safeParse(jsonOf(text));
  if (result.success) return result.data;
  throw new CallError(`${MANIFEST} is invalid. Restore it, or import into an empty folder`);
}

/** Returns the text of a manifest, sorted, so that people can review a change. */
export const manifestText = ({ objects, ...rest }: Manifest): string =>
  `${JSON.stringify({ ...rest, objects: Object.fromEntries(sortedBy(Object.entries(objects), ([key]) => key)) }, null, 2)}\n`;
