import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import type { z } from "zod";
import { version } from "../../../version";
import { messageOf } from "../../output/text";
import { PulumiError, pulumi } from "../../stack/pulumi";
import { type Check, note, ok, problem } from "./check";
import type { doctorDocument } from "./schema";

/** The versions that run here. */
export type Versions = Readonly<z.infer<typeof doctorDocument>["versions"]>;

/** The oldest Node that the package works with, as in package.json. */
const OLDEST_NODE = [20, 19] as const;
/** The oldest SDK that the package works with. It works with newer ones of the same major version. */
const OLDEST_SDK = [3, 216] as const;

const NEWER_NODE = `install Node ${OLDEST_NODE.join(".")} or later`;
const RIGHT_SDK = `run npm install @pulumi/pulumi@^${OLDEST_SDK.join(".")}`;

/** Reads the versions, and checks that they work together. */
export async function checkVersions(
  folder = ".",
  options: ProgramOptions = {},
): Promise<{ versions: Versions; checks: Check[] }> {
  const [sdk, cli] = await Promise.all([sdkVersion(folder), cliVersion()]);
  const versions = { node: process.versions.node, package: version, sdk, cli };
  return { versions, checks: assessVersions(versions, options) };
}

/** What is known of the program. */
interface ProgramOptions {
  /** Whether it runs without Node, so that it needs no SDK for Node. */
  readonly isOtherRuntime?: boolean;
}

/** Checks that versions work together. */
export function assessVersions(
  { node, package: own, sdk, cli }: Versions,
  { isOtherRuntime = false }: ProgramOptions = {},
): Check[] {
  return [
    ok("package", own),
    isBelow(node, OLDEST_NODE) ? problem("node", `${node} is too old`, NEWER_NODE) : ok("node", node),
    ...(isOtherRuntime ? [] : [assessSdk(sdk)]),
    cli === null ? note("cli", "pulumi is not on PATH, and --stack and --cwd need it") : ok("cli", cli),
  ];
}

function assessSdk(sdk: string | null): Check {
  if (sdk === null) return note("sdk", "@pulumi/pulumi is not installed here, and a program needs it");
  const isRight = !isBelow(sdk, OLDEST_SDK) && sdk.startsWith(`${OLDEST_SDK[0]}.`);
  return isRight ? ok("sdk", sdk) : problem("sdk", `${sdk} does not work with this package`, RIGHT_SDK);
}

const isBelow = (text: string, [major, minor]: readonly [number, number]): boolean => {
  const [first = 0, second = 0] = text.split(".").map(Number);
  return first < major || (first === major && second < minor);
};

/** The version of @pulumi/pulumi that a program in a folder loads. Null without one. */
async function sdkVersion(folder: string): Promise<string | null> {
  try {
    const file = createRequire(join(resolve(folder), "index.js")).resolve("@pulumi/pulumi/package.json");
    const read: unknown = JSON.parse(await readFile(file, "utf8"));
    return typeof read === "object" && read !== null && "version" in read ? String(read.version) : null;
  } catch {
    return null; // It is not installed.
  }
}

async function cliVersion(): Promise<string | null> {
  try {
    return (await pulumi(["version"])).trim().replace(/^v/, "");
  } catch (error) {
    if (error instanceof PulumiError) return null;
    throw new Error(messageOf(error), { cause: error });
  }
}
