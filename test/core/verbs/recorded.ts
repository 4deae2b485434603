import assert from "node:assert/strict";
import { diff } from "../../../src/core/verbs/diff";
import type { ResourceSpec } from "../../../src/description/spec/resource";
import type { Values } from "../../../src/description/spec/values";
import type { StartObject } from "../../../src/emulator/index";
import { LocalPlatform, placed } from "../../support/local-platform";
import { verbsIn } from "../../support/local-verbs";
import { group, repo } from "../../support/resources";

export const team = { parentUid: "org", name: "team", description: "old" };
export const unchanged = { changed: false, isHidden: false, replaces: [], deleteBeforeReplace: false };

/** An object that a run has read, as it is placed or with some properties recorded in another way. */
export async function recorded(there: StartObject, spec: ResourceSpec = group, differently: Values = {}) {
  const platform = new LocalPlatform([placed(repo, "org/app", { name: "app" }), there]);
  const { read, update } = verbsIn(platform.run(), spec);
  const found = (await read(there.uid, {})) ?? assert.fail("it does not exist");
  const before: Values = { ...found.outputs, ...differently };
  return {
    platform,
    before,
    /** Updates the object to some inputs; answers the outputs or the error. */
    update: (desired: Values): Promise<Values | Error> =>
      update(there.uid, before, desired).catch((error: Error) => error),
  };
}
export const ours = placed(group, "org/a", { name: "team", description: "old" });

/** Outputs that show no difference from the inputs. */
export function outputsIn(spec: ResourceSpec, result: Values | Error, desired: Values): Values {
  if (result instanceof Error) throw result;
  assert.deepEqual(diff(spec, result, desired), unchanged);
  return result;
}
