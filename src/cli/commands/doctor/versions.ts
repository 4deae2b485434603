import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import type { z } from "zod";
import { version } from "../../../version";
import { messageOf } from "../../output/text";
import { PulumiError, pulumi } from "../../stack/pulumi";
import { type Check, note, ok, problem } from "./check";
import type { doctorDocument } from "./schema";

/** What runs here; null where it is not there. */
export type Versions = Readonly<z.infer<typeof doctorDocument>["versions"]>;

/** The oldest Node that the package runs with, as package.json has it. */
const OLDEST_NODE = [20, 19] as const;
/** The SDKs that the package works with: from this one up to the next major version. */
const OLDEST_SDK = [3, 216] as const;

// advice: newer-node
const NEWER_NODE = `install Node ${OLDEST_NODE.join(".")} or later`;
// advice: right-sdk
const RIGHT_SDK = `run npm install @pulumi/pulumi@^${OLDEST_SDK.join(".")}`;

/** Finds out versions, and whether they go together. */
export async function checkVersions(cwd = "."): Promise<{ versions: Versions; checks: Check[] }> {
  const [sdk, cli] = await Promise.all([sdkVersion(cwd), cliVersion()]);
  const versions = { node: process.versions.node, package: version, sdk, cli };
  return { versions, checks: assessVersions(versions) };
}

/** Whether versions go together. */
export function assessVersions({ node, package: own, sdk, cli }: Versions): Check[] {
  const isOldNode = isBelow(node, OLDEST_NODE);
  const isRightSdk = sdk !== null && !isBelow(sdk, OLDEST_SDK) && sdk.startsWith(`${OLDEST_SDK[0]}.`);
  return [
    ok("package", own),
    isOldNode ? problem("node", `${node} is too old`, NEWER_NODE) : ok("node", node),
    sdk === null
      ? note("sdk", "no @pulumi/pulumi here: a program needs one")
      : isRightSdk
        ? ok("sdk", sdk)
        : problem("sdk", `${sdk} is not among those that work`, RIGHT_SDK),
    cli === null ? note("cli", "no pulumi on PATH: --stack and --cwd are read by it") : ok("cli", cli),
  ];
}

const isBelow = (text: string, [major, minor]: readonly [number, number]): boolean => {
  const [first = 0, second = 0] = text.split(".").map(Number);
  return first < major || (first === major && second < minor);
};

/** The version of @pulumi/pulumi that a program in a folder loads. */
async function sdkVersion(folder: string): Promise<string | null> {
  try {
    const file = createRequire(join(resolve(folder), "index.js")).resolve("@pulumi/pulumi/package.json");
    const read: unknown = JSON.parse(await readFile(file, "utf8"));
    return typeof read === "object" && read !== null && "version" in read ? String(read.version) : null;
  } catch {
    return null; // There is none.
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
