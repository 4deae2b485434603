import type { Client } from "../../../client/api/client";
import { readComplete } from "../../../client/api/pages";
import type { AdvisoryResult } from "../../../program/generated/results";
import { platformClient } from "../../../program/lookups/access";
import { advisoryListing } from "../../../program/lookups/advisories";
import { requestFor } from "../../../program/lookups/listing";
import type { Run } from "../../command";
import { CallError, type CommandCall } from "../../declaration";
import { type StackChoice, stackChoice } from "../../stack/options";
import { settingsOf, withStackHint } from "../../stack/settings";
import { assess } from "./assess";
import type { advisories } from "./declaration";
import { type Pins, pinsOf } from "./pins";
import { advisoriesReport } from "./report";
import { checkFailOn } from "./severity";

/** Names in one request, because the length of a query is limited. */
const NAMES_PER_REQUEST = 50;

export const run: Run<typeof advisories> = (call) =>
  withStackHint(call, async () => {
    const { artifact: named, all } = call.flags;
    const failOn = checkFailOn(call.flags.failOn);
    const choice = stackChoice(call);
    if (named === undefined && choice === undefined) {
      throw new CallError(
        "there is nothing to check. Name artifacts with --artifact, or a stack with --stack to check everything that it pins",
      );
    }
    const settings = await settingsOf(call);
    const client = () => platformClient(settings);
    const pins = named === undefined ? await pinsOfStack(call, client) : pinsByName(named);
    call.progress("Reading advisories");
    const found = await advisoriesOn(client, [...new Set(pins.pins.map(({ artifact }) => artifact))]);
    const assessed = assess(found, pins.pins, failOn);
    return advisoriesReport({ ...pins, assessed, failOn, showsAll: all, isStack: named === undefined });
  });

const pinsByName = (names: readonly string[]): Pins => ({
  pins: [...new Set(names)].map((artifact) => ({ artifact, version: undefined, urns: [], digestUrns: [] })),
  hidden: [],
  unseen: new Map(),
});

async function pinsOfStack(call: CommandCall<StackChoice>, client: () => Client): Promise<Pins> {
  call.progress("Reading the state of the stack");
  const { stackResources } = await import("../../stack/export");
  return pinsOf(await stackResources(stackChoice(call) ?? {}), client);
}

/** Returns all advisories on artifacts. Throws PlatformError. */
export async function advisoriesOn(client: () => Client, names: readonly string[]): Promise<AdvisoryResult[]> {
  const found: AdvisoryResult[] = [];
  for (let i = 0; i < names.length; i += NAMES_PER_REQUEST) {
    const list = requestFor(advisoryListing, { artifactNames: names.slice(i, i + NAMES_PER_REQUEST) });
    found.push(...(await readComplete(client(), list)).map(advisoryListing.read));
  }
  return found;
}
