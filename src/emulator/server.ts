import { randomBytes } from "node:crypto";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { Hono } from "hono";
import { resources } from "../resources/index";
import type { ResourceSpec } from "../spec/resource";
import { backdoor } from "./backdoor";
import { Endpoints, Service } from "./endpoints/endpoint";
import { Registry } from "./endpoints/registry";
import { exchange } from "./endpoints/sts";
import { Faults } from "./faults/fault";
import { traffic } from "./faults/injection";
import { noBrowsers } from "./gateway/browsers";
import { noSuchMethod, noSuchPath } from "./gateway/errors";
import { type Env, errorReply, okReply, registryReply, targetOf } from "./gateway/http";
import { withNames } from "./gateway/names";
import { RequestLog } from "./gateway/request-log";
import { advisory, advisorySeed } from "./kinds/advisory";
import { callers, registryBearerOf } from "./kinds/callers";
import { Permissions } from "./kinds/permissions";
import { Platform } from "./kinds/platform";
import { nginxHistory, organization, publicOrganization, seedResources } from "./kinds/seed";
import { makeIssuerKey, Tokens } from "./kinds/tokens";
import { addRoutes } from "./kinds/verb-routes";
import type { Emulator, EmulatorOptions, Settings } from "./options";
import { allEndpoints } from "./routes";
import { type State, StateFile } from "./state-file";
import { Store } from "./store";
import { whenSaved } from "./when-saved";

const defaults: Settings = {
  latencyMs: 0,
  now: () => new Date(),
  emitUnpopulated: false,
  maskSpelling: "snake",
  historyBounds: "inclusive",
  historySegment: "_service",
  deleteBody: "object",
  cascade: false,
  tagUpsert: "replace",
  identityProvidersListed: true,
  lookupGroup: false,
  vendor: "vendor",
  forbidden: "denied",
  jsonSpace: true,
  tokenTtlSeconds: 3600,
};

/**
 * Starts a local platform on 127.0.0.1: the platform API and the registry under one address. Throws an Error when the
 * port is taken (`code: "EADDRINUSE"`) or the file cannot be used.
 */
export async function startEmulator({ port = 0, file, ...options }: EmulatorOptions = {}): Promise<Emulator> {
  const settings: Settings = { ...defaults, ...options };
  const world = makeWorld(settings, file);
  const { specs, platform, registry, store, state, stateFile, tokens } = world;
  const log = new RequestLog();
  const faults = new Faults();
  const app = makeApp(world, traffic(log, faults, settings), settings);
  const server = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false }) as Server; // No HTTP/2 is asked for.
  await listen(server, port);
  try {
    await stateFile?.durable(); // The token that is given out is good after a kill, too.
  } catch (error) {
    await stop(server, undefined);
    throw error;
  }
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // A TCP server has no other kind of address.
  const { token, registryToken } = state;
  let closed: Promise<void> | undefined;
  return {
    url,
    registryUrl: url,
    token,
    registryToken,
    organization,
    publicOrganization: publicOrganization.name,
    environment: environmentOf(url, state, settings),
    requests: log.records,
    clearRequests: () => log.clear(),
    ...backdoor(specs, store, platform),
    history: (repository, tag, records) => {
      registry.setHistory(repository, tag, records);
      stateFile?.touch();
    },
    idToken: (claims) => tokens.idToken(claims),
    jwks: async () => tokens.jwks(),
    fault: (fault) => faults.add(fault),
    close: () => {
      closed ??= stop(server, stateFile);
      return closed;
    },
  };
}

interface World {
  readonly specs: readonly ResourceSpec[];
  readonly platform: Platform;
  readonly registry: Registry;
  readonly store: Store;
  readonly state: State;
  readonly stateFile: StateFile | undefined;
  readonly tokens: Tokens;
}

/** Everything but HTTP: the seed, or what the file holds. */
function makeWorld(settings: Settings, file: string | undefined): World {
  const state = (file === undefined ? undefined : StateFile.read(file)) ?? freshState();
  const { token, registryToken, issuerKey = makeIssuerKey() } = state;
  const current = (): State => {
    const resources = store.snapshot().filter(({ type }) => type !== advisory.type);
    return { version: 1, token, registryToken, issuerKey, resources, histories: registry.entries() };
  };
  const stateFile = file === undefined ? undefined : new StateFile(file, current);
  const store = new Store(() => stateFile?.touch());
  store.restore([...state.resources, ...advisorySeed]);
  const registry = new Registry({
    settings,
    store,
    publicOrganization: publicOrganization.name,
    apiToken: token,
    registryToken,
  });
  for (const [key, records] of state.histories) registry.setHistory(...splitTag(key), records);
  const { now, emitUnpopulated, cascade, tagUpsert, vendor } = settings;
  const specs = Object.values(resources).map((spec) => withNames(spec, { vendor }));
  const platform = new Platform({ specs, store, now, emitUnpopulated, cascade, tagUpsert });
  return { specs, platform, registry, store, state, stateFile, tokens: new Tokens(issuerKey, settings) };
}

const splitTag = (key: string): [repository: string, tag: string] => [
  key.slice(0, key.lastIndexOf(":")),
  key.slice(key.lastIndexOf(":") + 1),
];

const freshState = (): State => ({
  version: 1,
  token: randomBytes(24).toString("hex"),
  registryToken: randomBytes(24).toString("hex"),
  resources: seedResources,
  histories: [[`${publicOrganization.name}/nginx:latest`, nginxHistory]],
});

function makeApp(world: World, middleware: ReturnType<typeof traffic>, settings: Settings): Hono<Env> {
  const { specs, platform, registry, store, state, stateFile, tokens } = world;
  const app = new Hono<Env>();
  const permissions = new Permissions(store);
  const { forbidden } = settings;
  const access = { token: state.token, publicRoot: publicOrganization.uid, permissions, forbidden };
  const options = { platform, settings, ...access };
  const service = new Service(specs, platform, store, settings);
  const endpoints = new Endpoints(allEndpoints, service, options);
  app.use("*", noBrowsers);
  app.use("*", middleware);
  app.use("*", callers(tokens));
  if (stateFile !== undefined) app.use("*", whenSaved(stateFile));
  app.use("*", endpoints.handle);
  app.all("/sts/exchange", exchange(service, tokens));
  for (const spec of specs.filter(({ lifecycle }) => lifecycle === undefined)) addRoutes(app, spec, options);
  addRoutes(app, advisory, options, true);
  app.all("/ping/v2/ping", (c) => {
    if (c.req.method !== "GET") throw noSuchMethod();
    return okReply({ response: "pong" }, settings);
  });
  app.get("/token", (c) => registryReply(registry.issueToken(c.req.query("scope") ?? "", registryBearerOf(c, state))));
  app.get("/v2/*", (c) => {
    const { path, query } = targetOf(c.env.incoming);
    const target = registry.parsePath(path);
    if (target === undefined) throw noSuchPath();
    return registryReply(
      registry.history(target, new URLSearchParams(query), registryBearerOf(c, state), c.req.header("host") ?? ""),
    );
  });
  app.notFound((c) => {
    throw endpoints.knows(targetOf(c.env.incoming).path) ? noSuchMethod() : noSuchPath();
  });
  app.onError((error) => errorReply(error, settings));
  return app;
}

const environmentOf = (
  url: string,
  { token, registryToken }: State,
  { vendor }: Settings,
): Readonly<Record<string, string>> => ({
  PLATFORM_BASE_URL: url,
  PLATFORM_REGISTRY_URL: url,
  PLATFORM_TOKEN: token,
  PLATFORM_REGISTRY_TOKEN: registryToken,
  PLATFORM_PUBLIC_ORG: publicOrganization.name,
  PLATFORM_VENDOR: vendor,
});

const listen = (server: Server, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      server.off("error", reject);
      resolve();
    });
  });

/** Cuts all connections at once, kept alive ones and held ones too, and writes what there is to keep. */
async function stop(server: Server, stateFile: StateFile | undefined): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.close((error) => (error === undefined ? resolve() : reject(error)));
    server.closeAllConnections();
  });
  await stateFile?.close();
}
