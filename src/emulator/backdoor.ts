import { type ResourceSpec, subresourceFields } from "../spec/resource";
import type { Fields } from "../spec/types";
import { messageNameOf } from "./errors";
import { readBody } from "./json";
import { applyMask, derivedMask } from "./mask";
import { wireFields } from "./names";
import type { Emulator } from "./options";
import type { Platform } from "./platform";
import { seedResources } from "./seed";
import type { Resource, Store } from "./store";

const seeded: ReadonlySet<string> = new Set(seedResources.map(({ type, uid }) => `${type} ${uid}`));

/** Looks at the platform and changes it behind the program's back, without a request. */
export function backdoor(
  specs: readonly ResourceSpec[],
  store: Store,
  platform: Platform,
): Pick<Emulator, "list" | "get" | "put" | "edit" | "remove" | "isEmpty"> {
  const specOf = (type: string): ResourceSpec => {
    const spec = specs.find((candidate) => candidate.type === type);
    if (spec === undefined)
      throw new Error(`there is no type "${type}"; there are ${specs.map((known) => known.type).join(", ")}`);
    return spec;
  };
  const find = (uid: string): [ResourceSpec, Resource] | undefined => {
    for (const spec of specs) {
      const resource = store.get(spec.type, uid);
      if (resource !== undefined) return [spec, resource];
    }
    return undefined;
  };
  return {
    list: (type) =>
      [...store.all(specOf(type).type)]
        .sort((a, b) => (a.uid < b.uid ? -1 : 1))
        .map((resource) => platform.write(specOf(type), resource)),
    get: (uid) => {
      const found = find(uid);
      return found === undefined ? undefined : platform.write(...found);
    },
    put: (type, parentUid, body) => {
      const spec = specOf(type);
      const { values } = readBody(wireFields(spec), JSON.stringify(body), messageNameOf(spec));
      return platform.write(spec, platform.create(spec, parentUid, values));
    },
    edit: (uid, changes) => {
      const found = find(uid);
      if (found === undefined) throw new Error(`there is no resource "${uid}"`);
      const [spec, resource] = found;
      const fields: Fields = { ...wireFields(spec), ...Object.fromEntries(subresourceFields(spec)) };
      const { values, node } = readBody(fields, JSON.stringify(changes), messageNameOf(spec));
      const changed = applyMask(fields, resource.values, values, derivedMask(fields, node, messageNameOf(spec)), true);
      return platform.write(spec, platform.touch(spec, resource, changed));
    },
    remove: (uid) => {
      const found = find(uid);
      return found !== undefined && store.delete(found[0].type, uid);
    },
    isEmpty: () => specs.every(({ type }) => store.all(type).every(({ uid }) => seeded.has(`${type} ${uid}`))),
  };
}
