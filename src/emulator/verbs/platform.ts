import { randomBytes } from "node:crypto";
import { keyFields, type NamedField, pluralOf, type ResourceSpec } from "../../description/spec/resource";
import { isEqual, type Values } from "../../description/spec/values";
import { alreadyExists, blocked, invalidArgument, notFound } from "../gateway/errors";
import { applyMask, type MaskedValues, outputsOf } from "../gateway/masks";
import { snake, wireFields } from "../gateway/names";
import { listAnswer, type Sortable, sortableTimes } from "../gateway/pages";
import { withoutOutputs } from "../gateway/protojson";
import type { Query } from "../gateway/queries";
import { writeAnswer } from "../gateway/self-check";
import { formatTime } from "../gateway/times";
import { changedImmutable } from "../gateway/validation";
import { rulesOf } from "../kinds/by-kind";
import type { Draft } from "../kinds/rules";
import type { EmulatorSettings } from "../options";
import { parentOf, type Resource, type Store } from "../store";
import { blockersOf, deleteWithContents, deleteWithOwn } from "./deletion";
import { hydrated } from "./references";
import { refuseBrokenReferences, refuseInvalid, refuseManaged, refuseMissingParent } from "./refusals";

type Json = Record<string, unknown>;

/** The kinds and content of a platform, and its options where the API leaves behavior open. */
export interface PlatformOptions {
  readonly settings: EmulatorSettings;
  readonly specs: readonly ResourceSpec[];
  readonly store: Store;
  /** Called before each create with the uid of the parent. May throw a StatusError. */
  readonly onCreate: (spec: ResourceSpec, parentUid: string) => void;
  /** Called with each resource before a create, an update or an upsert stores it. */
  readonly onSave: (resource: Resource) => void;
}

/** Kinds of response. Only Get shows all fields. */
export type View = "get" | "other";

/** The five verbs for all kinds, without HTTP. Throws StatusErrors. */
export class Platform {
  constructor(private readonly options: PlatformOptions) {}

  /** The result includes values that only create returns and that are not stored. */
  create(spec: ResourceSpec, parentUid: string, body: Values): Resource {
    this.sweep();
    const fields = wireFields(spec);
    const values = withoutOutputs(fields, body);
    const id = randomBytes(parentUid === "" ? 20 : 8).toString("hex");
    const uid = spec.uidIsParents ? parentUid : [parentUid, id].filter((part) => part !== "").join("/");
    const written = { spec, uid, values, former: {} };
    refuseInvalid(written, this.options);
    refuseMissingParent(spec, parentUid, this.options);
    this.options.onCreate(spec, parentUid);
    refuseBrokenReferences(written, this.options);
    const existing = this.existingLike(spec, parentUid, values);
    if (existing !== undefined && spec.update === "upsert") {
      const kept = this.options.settings.tagUpsert === "merge" ? existing.values : outputsOf(fields, existing.values);
      return this.touch(spec, existing, { ...kept, ...values });
    }
    if (existing !== undefined) throw alreadyExists(spec, spec.uidIsParents ? uid : keyOf(spec, values));
    const now = this.options.settings.now();
    const times = timesOf(spec, ["createTime", "updateTime"], now);
    return this.save({ spec, uid, values: { ...values, ...times }, former: undefined, now });
  }

  get(spec: ResourceSpec, uid: string): Resource {
    this.sweep();
    const found = this.options.store.get(spec.type, uid);
    if (found === undefined) throw notFound(spec, uid);
    return found;
  }

  update(spec: ResourceSpec, uid: string, { values: body, mask }: MaskedValues): Resource {
    const former = this.get(spec, uid);
    refuseManaged(spec, former, "updated");
    const fields = wireFields(spec);
    const values = applyMask(fields, former.values, { values: withoutOutputs(fields, body), mask });
    const written = { spec, uid, values, former: former.values };
    refuseInvalid(written, this.options);
    const fixed = changedImmutable(fields, [former.values, values]);
    if (fixed !== undefined) throw invalidArgument(spec, fixed, "cannot be changed");
    refuseBrokenReferences(written, this.options);
    const isRenamed = !areEqual(keyFields(spec), former.values, values);
    if (isRenamed && this.existingLike(spec, parentOf(uid), values)) throw alreadyExists(spec, keyOf(spec, values));
    return this.touch(spec, former, values);
  }

  delete(spec: ResourceSpec, uid: string): void {
    this.sweep();
    const { specs, store, settings } = this.options;
    const found = store.get(spec.type, uid);
    if (found === undefined) {
      if (spec.idempotentDelete) return;
      throw notFound(spec, uid);
    }
    refuseManaged(spec, found, "deleted");
    if (settings.cascade) {
      deleteWithContents(specs, store, found);
      return;
    }
    const blockers = blockersOf(specs, store, found);
    if (blockers !== undefined) throw blocked(spec, uid, blockers);
    deleteWithOwn(specs, store, found);
  }

  list(spec: ResourceSpec, query: Query, isVisible: (uid: string) => boolean): Json {
    this.sweep();
    const { store, settings } = this.options;
    const { filter, defaultOrder } = rulesOf(spec);
    const filters = [fieldFilter(spec, query), ...(filter === undefined ? [] : [filter(query)])];
    const items = within(store, spec.type, query).filter(
      (item) => isVisible(item.uid) && filters.every((accepts) => accepts(item)),
    );
    const write = (item: Resource): Json => this.write(spec, item, "other");
    const list = { key: pluralOf(spec), kind: spec, items, sortable: sortableOf(spec), defaultOrder, write };
    return listAnswer(query, list, settings);
  }

  /** Returns a resource in the form of a response, validated against its spec. */
  write(spec: ResourceSpec, resource: Resource, view: View): Json {
    const { store, settings } = this.options;
    const fields = wireFields(spec);
    const values = rulesOf(spec).shown?.(resource, settings) ?? resource.values;
    const visible = Object.entries(values).filter(
      ([name]) => view === "get" || fields[name]?.options.returned !== "get",
    );
    const filled = hydrated(spec, { ...resource, values: Object.fromEntries(visible) }, store);
    return writeAnswer({ name: spec.type, fields }, { ...filled, uid: resource.uid }, settings.emitUnpopulated);
  }

  /** Stores changed values with a later updateTime and server-set fields. */
  touch(spec: ResourceSpec, { uid, values: former }: Resource, values: Values): Resource {
    const now = this.options.settings.now();
    // Two changes within one millisecond still get different times.
    const later = new Date(Math.max(now.getTime(), Date.parse(String(former.updateTime ?? "1970-01-01")) + 1));
    return this.save({ spec, uid, values: { ...values, ...timesOf(spec, ["updateTime"], later) }, former, now });
  }

  sweep(): void {
    const { specs, store, settings } = this.options;
    const now = settings.now();
    for (const spec of specs) {
      const { hasEnded } = rulesOf(spec);
      if (hasEnded === undefined) continue;
      for (const { type, uid, values } of store.all(spec.type)) if (hasEnded(values, now)) store.delete(type, uid);
    }
  }

  private save(draft: Omit<Draft, "store" | "settings">): Resource {
    const { store, settings } = this.options;
    const { spec, uid, values } = draft;
    const { fill } = rulesOf(spec);
    const saved = { type: spec.type, uid, values: fill?.({ ...draft, store, settings }) ?? values };
    const lasting = Object.entries(saved.values).filter(([name]) => spec.fields[name]?.options.returned !== "once");
    this.options.onSave(saved);
    store.set({ ...saved, values: Object.fromEntries(lasting) });
    return saved;
  }

  private existingLike(spec: ResourceSpec, parentUid: string, values: Values): Resource | undefined {
    const { store } = this.options;
    if (spec.uidIsParents) return store.get(spec.type, parentUid);
    if (!rulesOf(spec).unique && spec.update !== "upsert") return undefined;
    const keys = keyFields(spec);
    return store.children(spec.type, parentUid).find((other) => areEqual(keys, other.values, values));
  }
}

const keyOf = (spec: ResourceSpec, values: Values): string =>
  keyFields(spec)
    .map(([name]) => String(values[name]))
    .join(" ");

const areEqual = (fields: readonly NamedField[], a: Values, b: Values): boolean =>
  fields.every(([name, { type }]) => isEqual(type, a[name], b[name]));

const timesOf = ({ fields }: ResourceSpec, names: readonly string[], time: Date): Values =>
  Object.fromEntries(names.filter((name) => fields[name] !== undefined).map((name) => [name, formatTime(time)]));

type Filter = (resource: Resource) => boolean;

/** Returns the filters that fields declare, such as `name`. By default, an empty filter matches everything. */
function fieldFilter(spec: ResourceSpec, query: Query): Filter {
  const { filtersByEmpty = [], filteredBy = [] } = rulesOf(spec);
  const wanted = Object.entries(spec.fields).flatMap(([name, { options }]: NamedField) => {
    const filter = options.filter ?? (filteredBy.includes(name) ? name : undefined);
    const text = filter === undefined ? undefined : query.text(snake(filter));
    if (text === undefined || (text === "" && !filtersByEmpty.includes(name))) return [];
    return [{ text, valueIn: ({ uid, values }: Resource) => (options.parent ? parentOf(uid) : (values[name] ?? "")) }];
  });
  return (resource) => wanted.every(({ text, valueIn }) => valueIn(resource) === text);
}

/** Returns the fields to sort by: name and times, if the resource has them, and those of the rules. */
function sortableOf(spec: ResourceSpec): Sortable<Resource> {
  const text = (name: string) => (item: Resource) => String(item.values[name] ?? "");
  const { orderedBy = [] } = rulesOf(spec);
  return {
    ...(spec.fields.name === undefined ? {} : { name: text("name") }),
    ...Object.fromEntries(orderedBy.map((name) => [snake(name), text(name)])),
    ...sortableTimes(...["createTime", "updateTime"].filter((name) => spec.fields[name] !== undefined)),
  };
}

/** Returns the resources that match all `uidp.` parameters. Empty parameters are ignored. */
function within(store: Store, type: string, query: Query): readonly Resource[] {
  const childrenOf = query.text("uidp.children_of") ?? "";
  const descendantsOf = query.text("uidp.descendants_of") ?? "";
  const ancestorsOf = query.text("uidp.ancestors_of") ?? "";
  const ids = new Set(query.texts("uidp.ids"));
  const filters: Filter[] = [
    ...(descendantsOf === "" ? [] : [({ uid }: Resource) => uid.startsWith(`${descendantsOf}/`)]),
    ...(ancestorsOf === "" ? [] : [({ uid }: Resource) => ancestorsOf.startsWith(`${uid}/`)]),
    ...(ids.size === 0 ? [] : [({ uid }: Resource) => ids.has(uid)]),
    ...(query.boolean("uidp.in_root") ? [({ uid }: Resource) => !uid.includes("/")] : []),
  ];
  const candidates = childrenOf === "" ? store.all(type) : store.children(type, childrenOf);
  return candidates.filter((resource) => filters.every((accepts) => accepts(resource)));
}
