import { group } from "../description/resources/group";
import { role } from "../description/resources/role";
import { fixedToken, makeIssuerKey, randomToken, Tokens } from "./access/tokens";
import type { Service } from "./endpoints/endpoint";
import { withVendor } from "./gateway/names";
import { advisory } from "./kinds/advisory";
import { refuseWithoutTerms } from "./kinds/terms";
import type { EmulatorOptions, EmulatorSettings } from "./options";
import { Registry } from "./registry/registry";
import { advisorySeed } from "./seed/advisories";
import {
  administrator,
  administratorResources,
  organization as exampleOrganization,
  nginxHistory,
  publicOrganization,
  publicResources,
  seedResources,
} from "./seed/seed";
import { type State, StateFile } from "./state-file";
import { type Resource, rootOf, Store } from "./store";
import { Platform } from "./verbs/platform";
import { rootIn, storedKinds } from "./verbs/roots";

/** Everything in an emulator except HTTP. */
export interface World extends Service {
  readonly stateFile: StateFile | undefined;
  /** Resets the objects and histories to those of the start, or to those of every organization. */
  reset(to: "start" | "empty"): void;
}

interface Beginning {
  readonly file?: string | undefined;
  readonly objects?: EmulatorOptions["objects"] | undefined;
}

/** Creates the world from a state file, from the given objects, or from the seed. Throws an Error for an invalid file. */
export function makeWorld(settings: EmulatorSettings, { file, objects }: Beginning): World {
  const state = (file === undefined ? undefined : StateFile.read(file)) ?? freshState(objects, settings);
  const { token, registryToken, issuerKey } = state;
  const current = (): State => {
    const kept = store.snapshot().filter(({ type }) => type !== advisory.type);
    return { version: 1, token, registryToken, issuerKey, resources: kept, histories: registry.entries() };
  };
  const stateFile = file === undefined ? undefined : new StateFile(file, current);
  const store = new Store(() => stateFile?.touch());
  const registry = new Registry({ settings, store, publicOrganization: publicOrganization.name });
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
  const reset: World["reset"] = (to) => {
    const isKept = ({ type, uid }: Resource): boolean =>
      to === "start" || rootOf(uid) === publicOrganization.uid || isBare({ type, uid }, organization.uid);
    store.restore([...administratorResources, ...state.resources.filter(isKept), ...advisorySeed]);
    const isPublic = ([key]: State["histories"][number]): boolean => rootOf(key) === publicOrganization.name;
    registry.restore(state.histories.filter((history) => to === "start" || isPublic(history)));
    stateFile?.touch();
  };
  reset("start");
  const service = { specs, platform, store, settings, registry, fixed, tokens: new Tokens(issuerKey, settings) };
  return { ...service, organization, stateFile, reset };
}

/** Whether an object is there in an empty organization too: its root group, and the built-in roles. */
const isBare = ({ type, uid }: Pick<Resource, "type" | "uid">, organization: string): boolean =>
  (type === group.type && uid === organization) || (type === role.type && !uid.includes("/"));

const freshState = (objects: EmulatorOptions["objects"], { tokenForm }: EmulatorSettings): State => ({
  version: 1,
  token: tokenForm === "opaque" ? randomToken() : fixedToken(administrator),
  registryToken: randomToken(),
  issuerKey: makeIssuerKey(),
  resources: objects === undefined ? seedResources : [...objects, ...publicResources],
  histories: [[`${publicOrganization.name}/nginx:latest`, nginxHistory]],
});
