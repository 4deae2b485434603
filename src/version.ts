import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Version of this package. */
export const { version } = JSON.parse(readFileSync(join(__dirname, "..", "package.json"), "utf8")) as {
  version: string;
};

/** What requests say of who sends them. */
export const userAgent = `pulumi-platform/${version} node/${process.versions.node}`;
