import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { listingOf } from "./schema/listing";
import { packageSchema } from "./schema/package";

/** What a test compares the schema with. */
const listing = join(__dirname, "..", "test", "fixtures", "plugin-schema.txt");

/**
 * `node -r ts-node/register/transpile-only tools/schema.ts <file>` writes the schema of the packaged plugin, as the build does; without
 * a file, the listing of it.
 */
const [, , file] = process.argv;
const schema = packageSchema();
if (file === undefined) writeFileSync(listing, listingOf(schema));
else {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(schema));
}
