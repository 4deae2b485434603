import assert from "node:assert/strict";
import { callerOf } from "../../../src/client/connect";
import { Settings } from "../../../src/client/settings";
import type { Caller } from "../../../src/client/visibility/caller";
import type { StartObject } from "../../../src/emulator";
import { administrator } from "../../../src/emulator/seed/seed";
import { LocalPlatform } from "../../support/local-platform";
import { type RandomOrganization, randomOrganization } from "../../support/random-organization";

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
async function callersOf(
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

/** The organization of a seed on a platform, with tokens and refusals in one of the ways of a platform. */
export function scene(seed: number, more: (organization: RandomOrganization) => readonly StartObject[] = () => []) {
  const organization = randomOrganization(seed);
  const ways = { isOpaque: seed % 2 === 0, forbidden: seed % 3 === 0 ? "hidden" : "denied" } as const;
  const platform = new LocalPlatform([...organization.objects, ...more(organization)], {
    forbidden: ways.forbidden,
    tokenForm: ways.isOpaque ? "opaque" : "jwt",
  });
  return { organization, platform, callers: () => callersOf(platform, organization, ways) };
}

/** Plays a law for some organizations, and for more of them in the full run. Each way in which a command ends must be among them. */
export function describeCallers(
  title: string,
  law: string,
  play: (seed: number, end: (way: string) => void) => Promise<void>,
  ways: readonly string[],
): void {
  describe(title, function () {
    this.timeout(120_000);
    const playAll = async (first: number, count: number, least: number) => {
      const ends = new Map<string, number>();
      for (let seed = first; seed < first + count; seed++)
        await play(seed, (way) => ends.set(way, (ends.get(way) ?? 0) + 1));
      for (const way of ways)
        assert.ok(
          (ends.get(way) ?? 0) >= least,
          `ended with ${way} only ${ends.get(way)} times: ${[...ends].join("; ")}`,
        );
    };
    it(law, () => playAll(1, 20, 1));
    it("does so in 100 organizations @all", () => playAll(1000, 100, 10));
  });
}
