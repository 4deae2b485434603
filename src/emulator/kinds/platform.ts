import { randomBytes } from "node:crypto";
import { termsAcceptance } from "../../resources/terms-acceptance";
import { keyFields, type NamedField, parentTypeOf, pluralOf, type ResourceSpec } from "../../spec/resource";
import type { Fields } from "../../spec/types";
import { isEqual, type Values } from "../../spec/values";
import {
  alreadyExists,
  blocked,
  invalidArgument,
  notFound,
  nounsOf,
  permissionDenied,
  termsNotAccepted,
} from "../gateway/errors";
import { applyMask, type Change, outputsOf } from "../gateway/masks";
import { wireFields } from "../gateway/names";
import { listJson, pageOf, readListRequest } from "../gateway/pages";
import { withoutOutputs } from "../gateway/protojson";
import type { Query } from "../gateway/queries";
import { writeAnswer } from "../gateway/self-check";
import { formatTime } from "../gateway/times";
import { changedImmutable, refuseBrokenRules, validate } from "../gateway/validation";
import type { Settings } from "../options";
import { parentOf, type Resource, rootOf, type Store } from "../store";
import { rulesOf } from "./by-kind";
import { blockersOf, deleteWithContents, deleteWithOwn } from "./deletion";
import { mayBeFuture } from "./identity-match";
import { fieldFilter, matching, sortableOf, within } from "./list-filters";
import { hydrated, references } from "./references";
import type { Draft } from "./rules";
import { acceptancesIn } from "./terms";

type Json = Record<string, unknown>;

/** The kinds and content of a platform, and its options where the API leaves behaviour open. */
export interface PlatformOptions
  extends Pick<
    Settings,
    "now" | "emitUnpopulated" | "cascade" | "tagUpsert" | "strict" | "requiredTerms" | "uniqueTags" | "gracePeriod"
  > {
  readonly specs: readonly ResourceSpec[];
  readonly store: Store;
  /** Called with each resource that a create, an update or an upsert is about to store. */
  readonly onSave: (resource: Resource) => void;
}

/** Kinds of answer: only Get shows all fields. */
export type View = "get" | "other";

/** The five verbs for all kinds, without HTTP. Throws StatusErrors. */
export class Platform {
  constructor(private readonly options: PlatformOptions) {}

  /** The result includes values that only create returns; they are not stored. */
  create(spec: ResourceSpec, parentUid: string, body: Values): Resource {
    this.sweep();
    const fields = wireFields(spec);
    const values = withoutOutputs(fields, body);
    const id = randomBytes(parentUid === "" ? 20 : 8).toString("hex");
    const uid = spec.uidIsParents ? parentUid : [parentUid, id].filter((part) => part !== "").join("/");
    this.refuseInvalid(spec, uid, [values, {}]);
    this.refuseMissingParent(spec, parentUid);
    this.refuseWithoutTerms(spec, parentUid);
    this.refuseBrokenReferences(spec, {}, values);
    const existing = this.existingLike(spec, parentUid, values);
    if (existing !== undefined && spec.update === "upsert") {
      const kept = this.options.tagUpsert === "merge" ? existing.values : outputsOf(fields, existing.values);
      return this.touch(spec, existing, { ...kept, ...values });
    }
    if (existing !== undefined) throw alreadyExists(spec, spec.uidIsParents ? uid : keyOf(spec, values));
    const now = this.options.now();
    const times = Object.fromEntries(
      timeFields(spec, ["createTime", "updateTime"]).map((name) => [name, formatTime(now)]),
    );
    return this.save({ spec, uid, values: { ...values, ...times }, former: undefined, now });
  }

  get(spec: ResourceSpec, uid: string): Resource {
    this.sweep();
    const found = this.options.store.get(spec.type, uid);
    if (found === undefined) throw notFound(spec, uid);
    return found;
  }

  update(spec: ResourceSpec, uid: string, { values: body, mask }: Change): Resource {
    const former = this.get(spec, uid);
    this.refuseManaged(spec, uid, "updated");
    const fields = wireFields(spec);
    const values = applyMask(fields, former.values, { values: withoutOutputs(fields, body), mask });
    this.refuseInvalid(spec, uid, [values, former.values]);
    const fixed = changedImmutable(fields, [former.values, values]);
    if (fixed !== undefined) throw invalidArgument(spec, fixed, "cannot be changed");
    this.refuseBrokenReferences(spec, former.values, values);
    if (
      !areEqual(keyFields(spec), former.values, values) &&
      this.existingLike(spec, parentOf(uid), values) !== undefined
    ) {
      throw alreadyExists(spec, keyOf(spec, values));
    }
    return this.touch(spec, former, values);
  }

  delete(spec: ResourceSpec, uid: string): void {
    this.sweep();
    const { specs, store, cascade } = this.options;
    const found = store.get(spec.type, uid);
    if (found === undefined) {
      if (spec.idempotentDelete) return;
      throw notFound(spec, uid);
    }
    this.refuseManaged(spec, uid, "deleted");
    if (cascade) {
      deleteWithContents(specs, store, found);
      return;
    }
    const blockers = blockersOf(specs, store, found);
    if (blockers !== undefined) throw blocked(spec, uid, blockers);
    deleteWithOwn(specs, store, found);
  }

  /** @param isVisible whether the caller may see a uid */
  list(spec: ResourceSpec, query: Query, isVisible: (uid: string) => boolean): Json {
    this.sweep();
    const { store, now, emitUnpopulated } = this.options;
    const { filter: filterOf, defaultOrder } = rulesOf(spec);
    const request = readListRequest(query, defaultOrder);
    const filters = [
      ({ uid }: Resource) => isVisible(uid),
      fieldFilter(spec, query),
      filterOf?.(query) ?? (() => true),
    ];
    const matches = matching(within(store, spec.type, query), filters);
    const filter = query.fingerprint(["page_size", "page_token", "skip"]);
    const page = pageOf(matches, { kind: spec, request, sortable: sortableOf(spec), filter, now: now() });
    const items = page.items.map((item) => this.write(spec, item, "other"));
    return listJson({ ...page, items }, { key: pluralOf(spec), emitUnpopulated });
  }

  /** Kind of the parent; undefined if the API does not have this kind. */
  parentOf(spec: ResourceSpec): ResourceSpec | undefined {
    const type = parentTypeOf(spec);
    return this.options.specs.find((other) => other.type === type);
  }

  /** Refuses values that break a rule of the platform, if it is strict; what is stored already is kept. */
  refuseBroken(spec: ResourceSpec, fields: Fields, sides: readonly [values: Values, former: Values]): void {
    if (this.options.strict) refuseBrokenRules(spec, fields, sides);
  }

  /** Stores a resource unchanged, without checks. */
  put(resource: Resource): void {
    this.options.store.set(resource);
  }

  /** A resource in the form of an answer, validated against its spec. */
  write(spec: ResourceSpec, resource: Resource, view: View): Json {
    const { store, now, emitUnpopulated } = this.options;
    const fields = wireFields(spec);
    const values = rulesOf(spec).shown?.(resource, now()) ?? resource.values;
    const visible = Object.entries(values).filter(([name]) => view === "get" || !fields[name]?.options.onlyInGet);
    const filled = hydrated(spec, { ...resource, values: Object.fromEntries(visible) }, store);
    return writeAnswer({ name: spec.type, fields }, { ...filled, uid: resource.uid }, emitUnpopulated);
  }

  /** Stores changed values with a later updateTime and server-set fields. */
  touch(spec: ResourceSpec, { uid, values: former }: Resource, values: Values): Resource {
    const now = this.options.now();
    // Two changes within one millisecond still get different times.
    const later = new Date(Math.max(now.getTime(), Date.parse(String(former.updateTime ?? "1970-01-01")) + 1));
    const times = Object.fromEntries(timeFields(spec, ["updateTime"]).map((name) => [name, formatTime(later)]));
    return this.save({ spec, uid, values: { ...values, ...times }, former, now });
  }

  /** Removes resources that have expired. */
  sweep(): void {
    const { specs, store, now } = this.options;
    for (const spec of specs) {
      const { hasEnded } = rulesOf(spec);
      if (hasEnded === undefined) continue;
      for (const { type, uid, values } of store.all(spec.type)) if (hasEnded(values, now())) store.delete(type, uid);
    }
  }

  private save(draft: Omit<Draft, "store" | "settings">): Resource {
    const { store } = this.options;
    const { spec, uid, values } = draft;
    const { fill } = rulesOf(spec);
    const saved = { type: spec.type, uid, values: fill?.({ ...draft, store, settings: this.options }) ?? values };
    const lasting = Object.entries(saved.values).filter(([name]) => !spec.fields[name]?.options.returnedOnce);
    this.options.onSave(saved);
    store.set({ ...saved, values: Object.fromEntries(lasting) });
    return saved;
  }

  /** Built-in roles have a uid without a slash (platform API: IAM-8). */
  private refuseManaged(spec: ResourceSpec, uid: string, action: string): void {
    if (uid.includes("/") || spec.uidIsParents || parentTypeOf(spec) === spec.type || spec.isRootOf !== undefined)
      return;
    throw permissionDenied(spec, `managed ${nounsOf(spec)} cannot be ${action}`);
  }

  private refuseMissingParent(spec: ResourceSpec, parentUid: string): void {
    const { store } = this.options;
    const parent = this.parentOf(spec);
    if (parent === undefined || (parentUid === "" && parent === spec)) return;
    if (store.get(parent.type, parentUid) === undefined) throw notFound(parent, parentUid);
  }

  private refuseBrokenReferences(spec: ResourceSpec, former: Values, values: Values): void {
    const { specs, store } = this.options;
    for (const { field, type } of references(spec)) {
      const target = specs.find((other) => other.type === type);
      const uid = values[field[0]];
      if (target === undefined || typeof uid !== "string" || uid === former[field[0]]) continue;
      // People can be given roles before they sign in for the first time.
      if (type === "iam:Identity" && mayBeFuture(uid)) continue;
      if (store.get(type, uid) === undefined) throw notFound(target, uid);
    }
  }

  /** Nothing is created in an organization before it accepted the terms, but their acceptance. */
  private refuseWithoutTerms(spec: ResourceSpec, parentUid: string): void {
    const { requiredTerms, store } = this.options;
    if (parentUid === "" || spec.type === termsAcceptance.type || requiredTerms.length === 0) return;
    const accepted = acceptancesIn(store.get(termsAcceptance.type, rootOf(parentUid))?.values).map(
      ({ docId }) => docId,
    );
    const missing = requiredTerms.filter(({ id }) => !accepted.includes(id));
    if (missing.length > 0) throw termsNotAccepted(spec, missing);
  }

  private refuseInvalid(spec: ResourceSpec, uid: string, sides: readonly [values: Values, former: Values]): void {
    const [values, former] = sides;
    this.refuseBroken(spec, wireFields(spec), sides);
    validate(spec, values);
    if (this.options.strict) {
      refuseOtherGroup(spec, uid, sides);
      rulesOf(spec).refuse?.({ spec, values, former, store: this.options.store });
    }
    const complaint = rulesOf(spec).complaint?.(uid, values);
    if (complaint !== undefined) throw invalidArgument(spec, ...complaint);
  }

  /** The existing resource with the same key. */
  private existingLike(spec: ResourceSpec, parentUid: string, values: Values): Resource | undefined {
    const { store } = this.options;
    if (spec.uidIsParents) return store.get(spec.type, parentUid);
    if (!rulesOf(spec).unique && spec.update !== "upsert") return undefined;
    const keys = keyFields(spec);
    for (const other of store.eachChild(spec.type, parentUid)) if (areEqual(keys, other.values, values)) return other;
    return undefined;
  }
}

/** Refuses a group where the platform takes the organization's root group only. */
function refuseOtherGroup(spec: ResourceSpec, uid: string, [values, former]: readonly [Values, Values]): void {
  for (const [name, { options }] of Object.entries(spec.fields)) {
    if (!options.isOrganization || values[name] === former[name] || values[name] === rootOf(uid)) continue;
    throw invalidArgument(spec, name, `${name} must be the root group of the organization`);
  }
}

const keyOf = (spec: ResourceSpec, values: Values): string =>
  keyFields(spec)
    .map(([name]) => String(values[name]))
    .join(" ");

const areEqual = (fields: readonly NamedField[], a: Values, b: Values): boolean =>
  fields.every(([name, { type }]) => isEqual(type, a[name], b[name]));

const timeFields = (spec: ResourceSpec, names: readonly string[]): string[] =>
  names.filter((name) => spec.fields[name] !== undefined);
