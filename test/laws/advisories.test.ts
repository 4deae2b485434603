import assert from "node:assert/strict";
import type { Client } from "../../src/api/client";
import { assess } from "../../src/cli/commands/advisories/assess";
import { advisoriesReport } from "../../src/cli/commands/advisories/report";
import { advisoriesOn } from "../../src/cli/commands/advisories/run";
import { failOnLevels } from "../../src/cli/commands/advisories/severity";
import { advisory } from "../../src/emulator/kinds/advisory";
import { advisorySeed } from "../../src/emulator/seed/advisories";
import { organization as home } from "../../src/emulator/seed/seed";
import { role } from "../../src/resources/role";
import { roleBinding } from "../../src/resources/role-binding";
import { LocalPlatform, placed } from "../support/local-platform";
import { randomOrganization } from "../support/random-organization";
import { callersOf, seedsFrom } from "./viewers";

const names = [...new Set(advisorySeed.map(({ values }) => String(values.artifactName)))];

type Questions = Pick<Parameters<typeof advisoriesReport>[0], "pins" | "failOn" | "isStack">;

/** How the command ends for a caller, and what it found open. */
async function asked(client: Client, { pins, failOn, isStack }: Questions) {
  const found = await advisoriesOn(() => client, [...new Set(pins.map(({ artifact }) => artifact))]);
  const assessed = assess(found, pins, failOn);
  const { exit } = advisoriesReport({ pins, hidden: [], assessed, failOn, showsAll: false, isStack });
  return { exit, open: assessed.flatMap((one) => (one.isOpen ? [one.advisory.uid] : [])).sort() };
}

/** Asks about organizations, and counts how the command ended for callers with fewer rights. */
async function play(seeds: readonly number[]): Promise<Map<number, number>> {
  const ends = new Map<number, number>();
  for (const seed of seeds) {
    const organization = randomOrganization(seed);
    const { below, chance, one } = organization.draw;
    const [isOpaque, forbidden] = [seed % 2 === 0, seed % 3 === 0 ? "hidden" : "denied"] as const;
    const reading = { name: "reading", capabilities: advisory.needs.see };
    const bound = organization.identities.filter(() => chance(0.6));
    const platform = new LocalPlatform(
      [
        ...organization.objects,
        placed(role, "org/reading", reading),
        // Advisories lie in another organization: a role here shows none.
        ...bound.map((identityUid, n) =>
          placed(roleBinding, `${chance(0.7) ? home.uid : "org"}/reads-${n}`, { identityUid, roleUid: "org/reading" }),
        ),
      ],
      { forbidden, tokenForm: isOpaque ? "opaque" : "jwt" },
    );
    const artifacts = Array.from({ length: 1 + below(3) }, () => (chance(0.1) ? "misspelled" : one(names)));
    const questions: Questions = {
      pins: [...new Set(artifacts)].map((artifact) => ({
        artifact,
        version: chance(0.3) ? "1.2.3-r0" : undefined,
        urns: [],
        digestUrns: [],
      })),
      failOn: [one(failOnLevels)],
      isStack: chance(0.5),
    };
    const whole = await asked(platform.client(), questions);
    for (const { viewer } of await callersOf(platform, organization, { isOpaque, forbidden })) {
      const { exit, open } = await asked(platform.client(viewer.token), questions);
      ends.set(exit, (ends.get(exit) ?? 0) + 1);
      if (exit === 1) continue;
      assert.deepEqual({ exit, open }, whole, `seed ${seed}: advisories as ${JSON.stringify(viewer)}`);
    }
  }
  return ends;
}

function assertAllWays(ends: ReadonlyMap<number, number>, least: number): void {
  for (const exit of [0, 1, 2])
    assert.ok((ends.get(exit) ?? 0) >= least, `advisories ended with ${exit} only ${ends.get(exit)} times`);
}

describe("advisories for whoever asks (row 225)", function () {
  this.timeout(120_000);

  it("reports none only if somebody who sees everything finds none", async () => {
    assertAllWays(await play(seedsFrom(1, 20)), 1);
  });

  it("does so in 100 organizations @all", async () => {
    assertAllWays(await play(seedsFrom(1000, 100)), 10);
  });
});
