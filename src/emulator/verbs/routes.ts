import {
  type NamedField,
  nameOf,
  parentTypeOf,
  type ResourceSpec,
  subresourceFields,
} from "../../description/spec/resource";
import { computed, type Fields, optional, uid } from "../../description/spec/types";
import { neededFor } from "../access/permissions";
import { forCaller, neededToSet } from "../access/staff-only";
import { invalidArgument, messageNameOf, notFound } from "../gateway/errors";
import { applyMask, type Mask, resolvePath } from "../gateway/masks";
import { pascal, wireFields } from "../gateway/names";
import { writeMessage } from "../gateway/protojson";
import type { Answer, Asked, Message, Route } from "../gateway/route";
import { refuseBrokenRules } from "../gateway/validation";
import { rulesOf } from "../kinds/by-kind";
import type { EmulatorSettings } from "../options";
import { rootOf, type Store } from "../store";
import type { Platform } from "./platform";
import { rootOfKind, withoutInherited } from "./roots";

export interface VerbOptions {
  readonly platform: Platform;
  readonly store: Store;
  readonly settings: EmulatorSettings;
}

export const verbRoutes = (spec: ResourceSpec, options: VerbOptions): Route[] => [
  ...readRoutes(spec, options),
  createRoute(spec, options),
  ...(spec.update === "patch" ? [updateRoute(spec, options)] : []),
  deleteRoute(spec, options),
  ...subresourceFields(spec).flatMap((field) => subresourceRoutes(spec, field, options)),
];

/** Returns the path of one object. Except for GET, the collection itself is the object with the empty uid. */
const objectPath = ({ collection }: ResourceSpec): string => `${collection}{/uid=**}`;

const uidIn = ({ params }: Asked): string => params.uid ?? "";

/** Returns List and Get, the only routes of read-only kinds. */
export function readRoutes(spec: ResourceSpec, { platform, settings }: VerbOptions): Route[] {
  const capabilities = neededFor(spec, "see");
  return [
    {
      method: "GET",
      path: spec.collection,
      kind: spec,
      allowed: { capabilities, in: "each" },
      answer: ({ query, isVisible }) => {
        if (spec.peculiar?.listMayBeShadowed && !settings.identityProvidersListed) throw notFound(spec, "");
        return platform.list(spec, query, isVisible);
      },
    },
    {
      method: "GET",
      path: objectPath(spec),
      kind: spec,
      allowed: { capabilities, in: { path: "uid" } },
      answer: (asked) => platform.write(spec, platform.get(spec, uidIn(asked)), "get"),
    },
  ];
}

const messageOf = (spec: ResourceSpec): Message => ({
  name: messageNameOf(spec),
  fields: wireFields(rootOfKind(spec) ?? spec),
});

/** Returns the role that a body grants in the organization of a uid, if the kind has such a field and the body sets it. */
function handsOn(spec: ResourceSpec): Pick<Route, "handsOn"> {
  const { grants } = rulesOf(spec);
  if (grants === undefined) return {};
  return {
    handsOn: ({ params, body }) => {
      const role = body[grants];
      return typeof role === "string" ? { role, at: rootOf(params.uid ?? "") } : undefined;
    },
  };
}

const createRoute = (spec: ResourceSpec, { platform, settings }: VerbOptions): Route => ({
  ...handsOn(spec),
  method: "POST",
  path: objectPath(spec),
  kind: spec,
  body: messageOf(spec),
  // The path contains the parent's uid.
  allowed: {
    capabilities: neededFor(spec, "create"),
    in: { path: "uid" },
    of: { type: parentTypeOf(spec) ?? spec.type },
  },
  answer: (asked) => {
    const parentUid = uidIn(asked);
    const own = (parentUid === "" ? rootOfKind(spec) : undefined) ?? spec;
    const { values } = forCaller(own, asked, { values: asked.body, former: {} }, settings);
    return platform.write(spec, platform.create(own, parentUid, values), "other");
  },
});

function deleteRoute(spec: ResourceSpec, { platform, settings }: VerbOptions): Route {
  const deleted = (): Answer => (settings.deleteBody === "empty" ? undefined : {});
  return {
    method: "DELETE",
    path: objectPath(spec),
    kind: spec,
    allowed: { capabilities: neededFor(spec, "delete"), in: { path: "uid" } },
    answer: (asked) => {
      platform.delete(spec, uidIn(asked));
      return deleted();
    },
    ...(spec.idempotentDelete ? { whenHidden: deleted } : {}),
  };
}

function updateRoute(spec: ResourceSpec, { platform, settings }: VerbOptions): Route {
  const message = messageOf(spec);
  /** The paths of an explicit mask, which the gateway passes on unchanged. The service accepts one spelling (platform API: MASK-2). */
  const resolved = (paths: readonly string[]): Mask => {
    if (paths.includes("*")) return "*";
    return paths
      .filter((path) => path !== "")
      .map((path) => {
        const known = resolvePath(message.fields, path, settings.maskSpelling);
        if (known !== undefined) return known;
        throw invalidArgument(spec, "update_mask", `unknown field path "${path}" for ${nameOf(spec)}`);
      });
  };
  return {
    ...handsOn(spec),
    method: "PATCH",
    path: objectPath(spec),
    kind: spec,
    body: message,
    allowed: { capabilities: neededFor(spec, "update"), in: { path: "uid" } },
    answer: (asked) => {
      const { derived, explicit } = asked.mask;
      const mask = explicit === undefined ? derived : resolved(explicit);
      const uid = uidIn(asked);
      const root = uid.includes("/") ? undefined : rootOfKind(spec);
      const asWanted = { values: asked.body, mask: root === undefined ? withoutInherited(spec, mask) : mask };
      const former = platform.get(spec, uid).values;
      const change = forCaller(root ?? spec, asked, { ...asWanted, former }, settings);
      return platform.write(spec, platform.update(root ?? spec, uid, change), "other");
    },
  };
}

/** Returns GET and PATCH of a field with its own path, `{uid}/readme`. */
function subresourceRoutes(
  spec: ResourceSpec,
  [name, { type, options }]: NamedField,
  { platform, store, settings }: VerbOptions,
): Route[] {
  const property = options.subresource?.property ?? name;
  const fields: Fields = { uid: computed(uid()), [property]: optional(type) };
  const row = { path: `${spec.collection}/{uid=**}/${options.subresource?.segment}`, kind: spec } as const;
  const shown = (asked: Asked, value: unknown): Answer =>
    writeMessage(fields, { uid: uidIn(asked), [property]: value }, settings.emitUnpopulated);
  return [
    {
      ...row,
      method: "GET",
      allowed: { capabilities: neededFor(spec, "see"), in: { path: "uid" } },
      answer: (asked) => shown(asked, platform.get(spec, uidIn(asked)).values[name]),
    },
    {
      ...row,
      method: "PATCH",
      body: { name: `${messageNameOf(spec)}${pascal(name)}`, fields },
      allowed: { capabilities: [...neededFor(spec, "update"), ...neededToSet(options)], in: { path: "uid" } },
      answer: (asked) => {
        const resource = platform.get(spec, uidIn(asked));
        const change = { values: asked.body, mask: asked.mask.derived };
        const former = { [property]: resource.values[name] };
        const changed = applyMask(fields, former, change);
        if (settings.strict) refuseBrokenRules(spec, fields, [former, changed]);
        const { [property]: value } = changed;
        const isOverwritten = settings.strict && rulesOf(spec).overwritesSubresources?.(resource.values);
        if (!isOverwritten) store.set({ ...resource, values: { ...resource.values, [name]: value } });
        return shown(asked, value);
      },
    },
  ];
}
