import { execFileSync } from "node:child_process";
import { join } from "node:path";

/** Root of the repository. */
export const repositoryRoot = join(__dirname, "..", "..");

/** The npm that came with this Node, as a script. */
export function npmCli(): string {
  const given = process.env.npm_execpath;
  if (given?.endsWith(".js")) return given;
  return `${execFileSync("npm", ["root", "-g"], { encoding: "utf8" }).trim()}/npm/bin/npm-cli.js`;
}
