import { type ResourceSpec, subresourceFields } from "../spec/resource";
import type { Fields } from "../spec/types";
import type { Service } from "./endpoints/endpoint";
import { messageNameOf } from "./gateway/errors";
import { applyMask, derivedMask } from "./gateway/masks";
import { wireFields } from "./gateway/names";
import { readBody } from "./gateway/protojson";
import { seedResources } from "./kinds/seed";
import type { Emulator } from "./options";
import type { Resource } from "./store";

const seeded: ReadonlySet<string> = new Set(seedResources.map(({ type, uid }) => `${type} ${uid}`));

/** Looks at the platform and changes it behind the program's back, without a request. */
export function backdoor({
  specs,
  store,
  platform,
}: Pick<Service, "specs" | "store" | "platform">): Pick<
  Emulator,
  "list" | "get" | "put" | "edit" | "remove" | "isEmpty"
> {
  const specOf = (type: string): ResourceSpec => {
    const spec = specs.find((candidate) => candidate.type === type);
    if (spec === undefined)
      throw new Error(`there is no type "${type}"; there are ${specs.map((known) => known.type).join(", ")}`);
    return spec;
  };
  // A resource with the uid of its parent first: where there is one, it is meant, and not the parent.
  const rank = ({ uidIsParents, lifecycle }: ResourceSpec): number =>
    lifecycle !== undefined ? 2 : uidIsParents ? 0 : 1;
  const ranked = [...specs].sort((a, b) => rank(a) - rank(b));
  const find = (uid: string, type?: string): [ResourceSpec, Resource] | undefined => {
    platform.sweep();
    for (const spec of type === undefined ? ranked : [specOf(type)]) {
      const resource = store.get(spec.type, uid);
      if (resource !== undefined) return [spec, resource];
    }
    return undefined;
  };
  return {
    list: (type) => {
      platform.sweep();
      return [...store.all(specOf(type).type)]
        .sort((a, b) => (a.uid < b.uid ? -1 : 1))
        .map((resource) => platform.write(specOf(type), resource, "other"));
    },
    get: (uid, type) => {
      const found = find(uid, type);
      return found === undefined ? undefined : platform.write(...found, "get");
    },
    put: (type, parentUid, body) => {
      const spec = specOf(type);
      if (spec.lifecycle === "scimToken") throw new Error(`a ${type} is made by a verb of its identity provider only`);
      const { values } = readBody({ name: messageNameOf(spec), fields: wireFields(spec) }, JSON.stringify(body));
      return platform.write(spec, platform.create(spec, parentUid, values), "other");
    },
    edit: (uid, changes, type) => {
      const found = find(uid, type);
      if (found === undefined) throw new Error(`there is no resource "${uid}"`);
      const [spec, resource] = found;
      const fields: Fields = { ...wireFields(spec), ...Object.fromEntries(subresourceFields(spec)) };
      const name = messageNameOf(spec);
      const { values, node } = readBody({ name, fields }, JSON.stringify(changes));
      const mask = derivedMask(fields, node, name);
      const changed = applyMask(fields, resource.values, { values, mask, outputs: true });
      return platform.write(spec, platform.touch(spec, resource, changed), "get");
    },
    remove: (uid, type) => {
      const found = find(uid, type);
      return found !== undefined && store.delete(found[0].type, uid);
    },
    isEmpty: () => {
      platform.sweep();
      const deletable = specs.filter(({ lifecycle }) => lifecycle === undefined);
      return deletable.every(({ type }) => store.all(type).every(({ uid }) => seeded.has(`${type} ${uid}`)));
    },
  };
}
