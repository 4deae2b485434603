import { callerOf } from "../../src/connect";
import { administrator } from "../../src/emulator/seed/seed";
import { Settings } from "../../src/settings";
import type { Caller } from "../../src/visibility/caller";
import type { LocalPlatform } from "../support/local-platform";
import type { RandomOrganization } from "../support/random-organization";

/** Who calls: a token, and what the call and the environment say of its identity. */
export interface Viewer {
  readonly token: string;
  readonly named?: string | undefined;
  readonly environment?: Readonly<Record<string, string>>;
}

/** The caller as commands know it. */
export function callerBehind({ token, named, environment }: Viewer): Promise<Caller> {
  const set = { PLATFORM_BASE_URL: "http://localhost", PLATFORM_TOKEN: token, ...environment };
  return callerOf(new Settings(() => undefined, set), named);
}

/** How a platform is set up. */
interface Ways {
  readonly isOpaque: boolean;
  readonly forbidden: "denied" | "hidden";
}

/** A caller of an organization, and whether anybody can know who it is. */
interface KnownViewer {
  readonly viewer: Viewer;
  readonly uid: string;
  readonly isKnown: boolean;
}

/** The callers of an organization: each identity with nothing said, with its own name, and with the names of others. */
export async function callersOf(
  platform: LocalPlatform,
  { identities }: RandomOrganization,
  { isOpaque, forbidden }: Ways,
): Promise<KnownViewer[]> {
  const viewers = await Promise.all(
    identities.map(async (uid): Promise<KnownViewer[]> => {
      const token = await platform.tokenOf(uid);
      // A platform that hides what it refuses does not show that the name is wrong. A JSON Web Token refuses every wrong one.
      const others = isOpaque && forbidden === "denied" ? identities.filter((other) => other !== uid) : [];
      return [
        { viewer: { token }, uid, isKnown: !isOpaque },
        { viewer: { token, named: uid }, uid, isKnown: true },
        // Left from somebody else: a token that says whose it is counts more, and the other's bindings must be seen to count.
        { viewer: { token, environment: { PLATFORM_IDENTITY: administrator } }, uid, isKnown: !isOpaque },
        ...others.map((named) => ({ viewer: { token, named }, uid, isKnown: true })),
      ];
    }),
  );
  return viewers.flat();
}

export const seedsFrom = (first: number, count: number): number[] => Array.from({ length: count }, (_, n) => first + n);
