import { z } from "zod";
import { CallError } from "../../declaration";
import { sortedBy } from "../../order";
import { jsonOf } from "../../stack/json";

/** Name of the file in which an import records what it has written. */
export const MANIFEST = ".pulumi-platform-import.json";

/** A file of the program: a plain relative path, whatever somebody may have written into the manifest. */
const file = z.string().regex(/^(?:[a-z0-9-]+\/)?[a-z0-9-]+\.ts$/);
const identifier = z.string().regex(/^[A-Za-z_]\w*$/);

const written = z.strictObject({
  /** Where its declaration was written. */
  file,
  /** Name of the Pulumi resource; absent for what is only looked up. */
  name: z.string().optional(),
  /** The variable that holds it; absent where nothing referred to it. */
  variable: identifier.optional(),
  /** Keys of the stack's config that hold secrets of it, by input. */
  secrets: z.record(identifier, identifier).optional(),
});

const manifest = z.strictObject({
  version: z.literal(1),
  parentUid: z.string(),
  /** Whether all stands in index.ts, or each group in a file of its own. */
  layout: z.enum(["one file", "a file per group"]),
  /** What was written, by type and uid: `iam:Group 1a2b/3c4d`. */
  objects: z.record(z.string(), written),
});

/** What an import has written of an object. */
export type Written = z.infer<typeof written>;
/** What imports have written into a folder. */
export type Manifest = z.infer<typeof manifest>;

/** Reads a manifest. Throws CallError for what is none. */
export function parseManifest(text: string): Manifest {
  const result = manifest.safeParse(jsonOf(text));
  if (result.success) return result.data;
  // advice: restore-manifest
  throw new CallError(`${MANIFEST} is not as an import has written it: restore it, or import into an empty folder`);
}

/** The text of a manifest, in the order of its keys, so that a change of it can be reviewed. */
export const manifestText = ({ objects, ...rest }: Manifest): string =>
  `${JSON.stringify({ ...rest, objects: Object.fromEntries(sortedBy(Object.entries(objects), ([key]) => key)) }, null, 2)}\n`;
