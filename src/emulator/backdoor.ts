import { resources } from "../description/resources";
import { storedTypeOf } from "../description/spec/place";
import { type ResourceSpec, subresourceFields } from "../description/spec/resource";
import type { Fields } from "../description/spec/types";
import type { Emulator } from "./emulator";
import type { Service } from "./endpoints/endpoint";
import { messageNameOf } from "./gateway/errors";
import { applyMask, derivedMask } from "./gateway/masks";
import { wireFields } from "./gateway/names";
import { readBody } from "./gateway/protojson";
import { administratorBinding, administratorResources, seedResources } from "./seed/seed";
import type { Resource } from "./store";
import { rootOfKind } from "./verbs/roots";

const seeded: ReadonlySet<string> = new Set(
  [...administratorResources, ...seedResources].map(({ type, uid }) => `${type} ${uid}`),
);

type Backdoor = Pick<Emulator, "list" | "get" | "put" | "edit" | "remove" | "isEmpty">;

type Internals = Pick<Service, "specs" | "store" | "platform">;

/** Reads and changes the platform directly, without requests. */
export const backdoor = (internals: Internals): Backdoor => ({ ...reads(internals), ...writes(internals) });

/** Returns the spec of a type. For a root, it is that of the stored kind. */
function specOf({ specs }: Internals, type: string): ResourceSpec {
  const spec = specs.find((candidate) => candidate.type === storedTypeOf(type, resources));
  if (spec === undefined)
    throw new Error(`unknown type "${type}". The types are ${specs.map((known) => known.type).join(", ")}`);
  return spec;
}

/** For a uid that is shared with the parent, the child resource takes precedence. */
const rank = ({ uidIsParents, lifecycle }: ResourceSpec): number =>
  lifecycle !== undefined ? 2 : uidIsParents ? 0 : 1;

function find(internals: Internals, uid: string, type?: string): [ResourceSpec, Resource] | undefined {
  const { specs, store, platform } = internals;
  platform.sweep();
  const candidates = type === undefined ? [...specs].sort((a, b) => rank(a) - rank(b)) : [specOf(internals, type)];
  for (const spec of candidates) {
    const resource = store.get(spec.type, uid);
    if (resource !== undefined) return [spec, resource];
  }
  return undefined;
}

const reads = (internals: Internals): Pick<Backdoor, "list" | "get" | "isEmpty"> => {
  const { specs, store, platform } = internals;
  return {
    list: (type) => {
      platform.sweep();
      const spec = specOf(internals, type);
      return store
        .all(spec.type)
        .filter(({ uid }) => uid !== administratorBinding && (spec.type === type || !uid.includes("/")))
        .sort((a, b) => (a.uid < b.uid ? -1 : 1))
        .map((resource) => platform.write(spec, resource, "other"));
    },
    get: (uid, type) => {
      const found = find(internals, uid, type);
      return found === undefined ? undefined : platform.write(...found, "get");
    },
    isEmpty: () => {
      platform.sweep();
      const deletable = specs.filter(({ lifecycle }) => lifecycle === undefined);
      return deletable.every(({ type }) => store.all(type).every(({ uid }) => seeded.has(`${type} ${uid}`)));
    },
  };
};

const writes = (internals: Internals): Pick<Backdoor, "put" | "edit" | "remove"> => {
  const { store, platform } = internals;
  return {
    put: (type, parentUid, body) => {
      const stored = specOf(internals, type);
      const spec = (parentUid === "" ? rootOfKind(stored) : undefined) ?? stored;
      if (spec.lifecycle === "scimToken")
        throw new Error(`${type} can only be created by a verb of its identity provider`);
      const { values } = readBody({ name: messageNameOf(spec), fields: wireFields(spec) }, JSON.stringify(body));
      return platform.write(stored, platform.create(spec, parentUid, values), "other");
    },
    edit: (uid, given, type) => {
      const found = find(internals, uid, type);
      if (found === undefined) throw new Error(`there is no resource "${uid}"`);
      const [spec, resource] = found;
      const fields: Fields = { ...wireFields(spec), ...Object.fromEntries(subresourceFields(spec)) };
      const name = messageNameOf(spec);
      const { values, node } = readBody({ name, fields }, JSON.stringify(given));
      const mask = derivedMask(fields, node, name);
      const changed = applyMask(fields, resource.values, { values, mask, outputs: true });
      return platform.write(spec, platform.touch(spec, resource, changed), "get");
    },
    remove: (uid, type) => {
      const found = find(internals, uid, type);
      return found !== undefined && store.delete(found[0].type, uid);
    },
  };
};
