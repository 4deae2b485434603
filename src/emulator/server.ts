import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { backdoor } from "./backdoor";
import { checkClaims, checkedOptions, checkFault, checkHistory } from "./checks";
import { controlPath } from "./control/calls";
import { control, isForControl } from "./control/control";
import { type Dispatch, dispatcher, savedFirst } from "./dispatch";
import type { Emulator } from "./emulator";
import { Faults } from "./faults/fault";
import { inject, pause } from "./faults/injection";
import { type HttpReply, type HttpRequest, send } from "./gateway/http";
import { bodyOf, discardRest, headOf, refusalOfBrowser } from "./gateway/incoming";
import { RequestLog, type RequestRecord, type Writable } from "./gateway/request-log";
import type { EmulatorOptions, EmulatorSettings } from "./options";
import { administrator, publicOrganization } from "./seed/seed";
import type { StateFile } from "./state-file";
import { makeWorld, type World } from "./world";

/**
 * Starts a local platform on 127.0.0.1, with the platform API and the registry under one address. Throws an Error if the
 * port is in use (`code: "EADDRINUSE"`), the file cannot be used, or an option is invalid.
 */
export async function startEmulator(given: EmulatorOptions = {}): Promise<Emulator> {
  const { port, file, objects, ...settings } = checkedOptions(given);
  const world = makeWorld(settings, { file, objects });
  const { stateFile } = world;
  const log = new RequestLog();
  const faults = new Faults();
  const server = createServer();
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // The address of a TCP server is an AddressInfo.
  let closed: Promise<void> | undefined;
  const emulator: Emulator = {
    ...addressesOf(url, world),
    requests: log.records,
    clearRequests: () => log.clear(),
    ...backdoor(world),
    ...controls(world, { faults, url }),
    close: () => {
      closed ??= stop(server, stateFile);
      return closed;
    },
  };
  const answering = { dispatch: dispatcher(world), control: savedFirst(control(emulator), world) };
  // In time for the first request, because sockets are not read before this function waits again.
  server.on("request", listener({ ...answering, log, faults, settings }));
  try {
    await stateFile?.durable(); // The tokens must survive a kill.
  } catch (error) {
    await stop(server, undefined);
    throw error;
  }
  return emulator;
}

function addressesOf(url: string, { organization, fixed, settings: { vendor } }: World) {
  return {
    url,
    registryUrl: url,
    controlUrl: url + controlPath,
    ...fixed,
    organization,
    publicOrganization: publicOrganization.name,
    environment: {
      PLATFORM_BASE_URL: url,
      PLATFORM_REGISTRY_URL: url,
      PLATFORM_TOKEN: fixed.token,
      PLATFORM_IDENTITY: administrator,
      PLATFORM_REGISTRY_TOKEN: fixed.registryToken,
      PLATFORM_PUBLIC_ORG: publicOrganization.name,
      PLATFORM_VENDOR: vendor,
      PLATFORM_ORGANIZATION: organization.uid,
    },
  };
}

/** Returns the methods other than those that change resources. All values are validated first. */
const controls = (
  { registry, reset, stateFile, tokens }: World,
  { faults, url }: { readonly faults: Faults; readonly url: string },
): Pick<Emulator, "history" | "appendHistory" | "reset" | "idToken" | "jwks" | "fault" | "faults"> => ({
  history: (repository, tag, records) => {
    checkHistory({ repository, tag, records });
    registry.setHistory(`${repository}:${tag}`, records);
    stateFile?.touch();
  },
  appendHistory: (repository, tag, records) => {
    checkHistory({ repository, tag, records });
    registry.appendHistory(`${repository}:${tag}`, records);
    stateFile?.touch();
  },
  reset: (to = "start") => reset(to),
  idToken: async (claims) => {
    checkClaims(claims);
    return tokens.idToken({ ...claims, audience: claims.audience ?? new URL(url).host });
  },
  jwks: async () => tokens.jwks(),
  fault: (fault) => {
    checkFault(fault);
    return faults.add(fault);
  },
  faults: faults.active,
});

interface Pipeline {
  readonly dispatch: Dispatch;
  /** Responds to requests without a fault and without a log entry. */
  readonly control: Dispatch;
  readonly log: RequestLog;
  readonly faults: Faults;
  readonly settings: EmulatorSettings;
}

/** Handles requests. Those from web pages are rejected first and not logged. */
const listener = (pipeline: Pipeline) => (incoming: IncomingMessage, outgoing: ServerResponse) => {
  const refusal = refusalOfBrowser(incoming);
  const reply = refusal === undefined ? replyTo(outgoing, pipeline) : Promise.resolve(refusal.reply(pipeline.settings));
  reply
    .then(async (found) => {
      if (found !== undefined) await send(outgoing, found);
      discardRest(incoming);
    })
    .catch((error: unknown) => {
      console.error("EMULATOR BUG:", error);
      outgoing.destroy();
    });
};

/** Logs a request and responds to it, or applies a fault. Returns undefined if there is nothing to send. */
async function replyTo(outgoing: ServerResponse, pipeline: Pipeline): Promise<HttpReply | undefined> {
  const { control, log, settings } = pipeline;
  const head = headOf(outgoing.req);
  const body = await bodyOf(outgoing.req);
  if (body === undefined) return undefined;
  const { method, path, query } = head;
  const isText = typeof body === "string";
  if (isForControl(head)) return isText ? control({ ...head, body }) : body.reply(settings);
  const record: Writable<RequestRecord> = {
    method,
    path,
    query,
    body: isText ? parsed(body) : undefined,
    status: undefined,
    time: settings.now(),
  };
  log.add(record, isText ? Buffer.byteLength(body) : 0);
  const reply = isText ? await answered({ ...head, body }, outgoing, pipeline) : body.reply(settings);
  record.status = reply?.status;
  return reply;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // There is no JSON body to show.
  }
}

async function answered(
  request: HttpRequest,
  outgoing: ServerResponse,
  { dispatch, faults, settings }: Pipeline,
): Promise<HttpReply | undefined> {
  if (settings.latencyMs > 0) await pause(settings.latencyMs);
  const { method, path } = request;
  const active = faults.next(method, path);
  const answer = () => dispatch(request);
  return active === undefined ? answer() : inject({ active, path, outgoing, answer }, settings);
}

/** Closes all connections, including idle and held ones, and writes the state file. */
async function stop(server: Server, stateFile: StateFile | undefined): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.close((error) => (error === undefined ? resolve() : reject(error)));
    server.closeAllConnections();
  });
  await stateFile?.close();
}
