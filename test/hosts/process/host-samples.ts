import { resources } from "../../../src/description/resources";
import type { Emulator } from "../../../src/emulator";
import type { Props } from "../../support/host";
import { minimalInputs, type World } from "../../support/samples";
import { TYPE } from "./hosts";

/** The fewest inputs of any type, generated from its declaration. */
export function fewestInputs(world: World, type: string): Props {
  const spec = resources[type];
  if (spec === undefined) throw new Error(`there is no type ${type}`);
  return { [TYPE]: type, ...minimalInputs(world, spec) };
}

/** What a program would write for a group, or for a repo with a readme, which takes a second request. */
export const handWrittenInputs = (emulator: Emulator, type: "iam:Group" | "registry:Repo"): Props => ({
  [TYPE]: type,
  parentUid: emulator.organization.uid,
  ...(type === "iam:Group" ? { name: "team" } : { name: "app", readme: "# app\n" }),
});
