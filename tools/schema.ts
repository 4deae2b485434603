import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { writeGenerated } from "./generated-file";
import { listingOf } from "./schema/listing";
import { packageSchema } from "./schema/package";

/** Writes the listing of the plugin's schema, with which a test compares the schema. */
export const write = (): void => writeGenerated("test/support/fixtures/plugin-schema.txt", listingOf(packageSchema()));

/** `node -r ts-node/register/transpile-only tools/schema.ts <file>`: writes the schema. The build calls it. */
const [, , file] = process.argv;
if (require.main === module && file !== undefined) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(packageSchema()));
}
