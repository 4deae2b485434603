import assert from "node:assert/strict";
import { Core } from "../../src/core/core";
import { resources } from "../../src/description/resources";
import { group } from "../../src/description/resources/group";
import type { AdoptMode } from "../../src/description/spec/adopt-mode";
import type { ResourceSpec } from "../../src/description/spec/resource";
import type { Values } from "../../src/description/spec/values";
import type { StartObject } from "../../src/emulator/index";
import { AdoptionPreview } from "../../src/hosts/shared/adoption-preview";
import { LocalPlatform, placed } from "./local-platform";

export const ours = { parentUid: "org", name: "team", adoptUid: "org/a" };
export const theirs = placed(group, "org/a", { name: "team", description: "made by hand" });
export const another = placed(group, "org/b", { name: "crew", description: "made by hand" });
export const wanted = { parentUid: "org", name: "team", description: "made by hand" };
export const isTheUpdates =
  /^Pulumi shows objects that are taken over as creates\. [\s\S]*only its entry from the state\. The object stays\.$/;

interface Told {
  readonly spec: ResourceSpec;
  readonly resource: string;
  readonly plain: Values;
}

export function previewOf(objects: readonly StartObject[], adoptExisting: AdoptMode = "never") {
  const platform = new LocalPlatform(objects);
  const context = platform.run({ adoptExisting });
  const printed: string[] = [];
  const print = (text: string) => printed.push(text);
  const preview = new AdoptionPreview({ print, printUnchanged: print }, context.holders);
  const core = new Core(
    {
      resources,
      connect: () => context.client,
      sight: context.sight,
      adoptExisting: () => adoptExisting,
      vendor: undefined,
    },
    { print: assert.fail, printUnchanged: assert.fail, holders: context.holders },
  );
  return {
    platform,
    ownership: context.holders,
    printed,
    async tell(inputs: Values, { spec = group, resource = "r", plain = inputs }: Partial<Told> = {}) {
      const create = { spec, urn: resource, resource, plain, inputs };
      const refused = await preview.show(create, core);
      assert.deepEqual(platform.writes(), [], "a preview changes nothing");
      return refused;
    },
  };
}
