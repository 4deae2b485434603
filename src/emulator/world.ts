import { randomBytes } from "node:crypto";
import { makeIssuerKey, Tokens } from "./access/tokens";
import type { Service } from "./endpoints/endpoint";
import { withVendor } from "./gateway/names";
import { advisory } from "./kinds/advisory";
import { refuseWithoutTerms } from "./kinds/terms";
import type { EmulatorOptions, Settings } from "./options";
import { Registry } from "./registry/registry";
import { advisorySeed } from "./seed/advisories";
import {
  administratorResources,
  organization as exampleOrganization,
  nginxHistory,
  publicOrganization,
  publicResources,
  seedResources,
} from "./seed/seed";
import { type State, StateFile } from "./state-file";
import { Store } from "./store";
import { Platform } from "./verbs/platform";
import { rootIn, storedKinds } from "./verbs/roots";

/** Everything in an emulator except HTTP. */
export interface World extends Service {
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
  for (const [key, records] of state.histories) registry.setHistory(key, records);
  const specs = storedKinds.map((spec) => withVendor(spec, settings.vendor));
  const platform = new Platform({
    settings,
    specs,
    store,
    onCreate: (spec, parentUid) => refuseWithoutTerms({ spec, parentUid }, settings, store),
    onSave: (resource) => registry.noteTag(resource),
  });
  const others = state.resources.filter(({ uid }) => uid !== publicOrganization.uid);
  const root = rootIn(others);
  const organization = root === undefined ? exampleOrganization : { uid: root.uid, name: String(root.values.name) };
  const fixed = { token, registryToken };
  const service = { specs, platform, store, settings, registry, fixed, tokens: new Tokens(issuerKey, settings) };
  return { ...service, organization, stateFile };
}

const freshState = (objects: EmulatorOptions["objects"]): State => ({
  version: 1,
  token: randomBytes(24).toString("hex"),
  registryToken: randomBytes(24).toString("hex"),
  resources: objects === undefined ? seedResources : [...objects, ...publicResources],
  histories: [[`${publicOrganization.name}/nginx:latest`, nginxHistory]],
});
