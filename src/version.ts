import { readFileSync } from "node:fs";
import { join } from "node:path";

export const { version } = JSON.parse(readFileSync(join(__dirname, "..", "package.json"), "utf8")) as {
  version: string;
};

export const userAgent = `pulumi-platform/${version} node/${process.versions.node}`;
