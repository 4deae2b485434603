import assert from "node:assert/strict";
import type { Client } from "../../../src/client/api/client";
import { assess } from "../../../src/command/commands/advisories/assess";
import { advisoriesReport } from "../../../src/command/commands/advisories/report";
import { advisoriesOn } from "../../../src/command/commands/advisories/run";
import { failOnLevels } from "../../../src/command/commands/advisories/severity";
import { advisory } from "../../../src/emulator/kinds/advisory";
import { advisorySeed } from "../../../src/emulator/seed/advisories";
import { organization as home } from "../../../src/emulator/seed/seed";
import { placed } from "../../support/local-platform";
import { role, roleBinding } from "../../support/resources";
import { describeCallers, scene } from "./viewers";

const names = [...new Set(advisorySeed.map(({ values }) => String(values.artifactName)))];

type Questions = Pick<Parameters<typeof advisoriesReport>[0], "pins" | "failOn" | "isStack">;

/** How the command ends for a caller, and what it found open. */
async function asked(client: Client, { pins, failOn, isStack }: Questions) {
  const found = await advisoriesOn(() => client, [...new Set(pins.map(({ artifact }) => artifact))]);
  const assessed = assess(found, pins, failOn);
  const { exit } = advisoriesReport({
    pins,
    hidden: [],
    unseen: new Map(),
    assessed,
    failOn,
    showsAll: false,
    isStack,
  });
  return { exit, open: assessed.flatMap((one) => (one.isOpen ? [one.advisory.uid] : [])).sort() };
}

/** Asks about the advisories of an organization as each of its callers. */
async function play(seed: number, end: (way: string) => void): Promise<void> {
  const reading = { name: "reading", capabilities: advisory.needs.see };
  const { organization, platform, callers } = scene(seed, ({ identities, draw: { chance } }) => [
    placed(role, "org/reading", reading),
    // Advisories lie in another organization: a role here shows none.
    ...identities
      .filter(() => chance(0.6))
      .map((identityUid, n) =>
        placed(roleBinding, `${chance(0.7) ? home.uid : "org"}/reads-${n}`, { identityUid, roleUid: "org/reading" }),
      ),
  ]);
  const { below, chance, one } = organization.draw;
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
  for (const { viewer } of await callers()) {
    const { exit, open } = await asked(platform.client(viewer.token), questions);
    end(String(exit));
    if (exit === 1) continue;
    assert.deepEqual({ exit, open }, whole, `seed ${seed}: advisories as ${JSON.stringify(viewer)}`);
  }
}

describeCallers(
  "advisories for whoever asks (row 225)",
  "reports none only if somebody who sees everything finds none",
  play,
  ["0", "1", "2"],
);
