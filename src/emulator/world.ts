import { randomBytes } from "node:crypto";
import { resources } from "../resources/index";
import type { Service } from "./endpoints/endpoint";
import { withVendor } from "./gateway/names";
import { advisory, advisorySeed } from "./kinds/advisory";
import { Platform } from "./kinds/platform";
import { Registry, type TagName } from "./kinds/registry";
import { rootIn } from "./kinds/roots";
import {
  administratorResources,
  organization as exampleOrganization,
  nginxHistory,
  publicOrganization,
  publicResources,
  seedResources,
} from "./kinds/seed";
import { makeIssuerKey, Tokens } from "./kinds/tokens";
import type { EmulatorOptions, Settings } from "./options";
import { type State, StateFile } from "./state-file";
import { Store } from "./store";

/** Everything in an emulator except HTTP. */
export interface World extends Service {
  /** The initial state, and the tokens. */
  readonly state: State;
  readonly stateFile: StateFile | undefined;
}

/** What a world begins with. */
interface Beginning {
  readonly file?: string | undefined;
  readonly objects?: EmulatorOptions["objects"] | undefined;
}

/** Creates the world from a state file, from the given objects, or from the seed. Throws an Error for an invalid file. */
export function makeWorld(settings: Settings, { file, objects }: Beginning): World {
  const state = (file === undefined ? undefined : StateFile.read(file)) ?? freshState(objects);
  const { token, registryToken, issuerKey = makeIssuerKey() } = state;
  const current = (): State => {
    const kept = store.snapshot().filter(({ type }) => type !== advisory.type);
    return { version: 1, token, registryToken, issuerKey, resources: kept, histories: registry.entries() };
  };
  const stateFile = file === undefined ? undefined : new StateFile(file, current);
  const store = new Store(() => stateFile?.touch());
  store.restore([...administratorResources, ...state.resources, ...advisorySeed]);
  const registry = new Registry({ settings, store, publicOrganization: publicOrganization.name });
  for (const [key, records] of state.histories) registry.setHistory(tagNameIn(key), records);
  const { now, emitUnpopulated, cascade, tagUpsert, vendor, strict } = settings;
  const { requiredTerms, uniqueTags, gracePeriod } = settings;
  // Roots are stored as what they are roots of.
  const kinds = Object.values(resources).filter(({ isRootOf }) => isRootOf === undefined);
  const specs = kinds.map((spec) => withVendor(spec, vendor));
  const platform = new Platform({
    specs,
    store,
    now,
    emitUnpopulated,
    cascade,
    tagUpsert,
    strict,
    requiredTerms,
    uniqueTags,
    gracePeriod,
    onSave: (resource) => registry.noteTag(resource),
  });
  const others = state.resources.filter(({ uid }) => uid !== publicOrganization.uid);
  const root = rootIn(others);
  const organization = root === undefined ? exampleOrganization : { uid: root.uid, name: String(root.values.name) };
  const fixed = { token, registryToken };
  const service = { specs, platform, store, settings, registry, fixed, tokens: new Tokens(issuerKey, settings) };
  return { ...service, organization, state, stateFile };
}

/** The tag for `acme/app:v1`. */
const tagNameIn = (key: string): TagName => ({
  repository: key.slice(0, key.lastIndexOf(":")),
  tag: key.slice(key.lastIndexOf(":") + 1),
});

const freshState = (objects: EmulatorOptions["objects"]): State => ({
  version: 1,
  token: randomBytes(24).toString("hex"),
  registryToken: randomBytes(24).toString("hex"),
  resources: objects === undefined ? seedResources : [...objects, ...publicResources],
  histories: [[`${publicOrganization.name}/nginx:latest`, nginxHistory]],
});
