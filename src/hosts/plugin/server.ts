import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Server, ServerCredentials, type ServerUnaryCall, type sendUnaryData } from "@grpc/grpc-js";
import type { PluginAttach } from "@pulumi/pulumi/proto/plugin_pb";
import { PluginInfo } from "@pulumi/pulumi/proto/plugin_pb";
import { ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as messages from "@pulumi/pulumi/proto/provider_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { PlatformError } from "../../client/api/errors";
import { CANCELED } from "../../client/api/layers/sleep";
import { version } from "../../client/version";
import { SIGNED_TOKEN_TYPE, TYPE_PREFIX } from "../../description/names/dynamic";
import { pluginToken, SIGNED_TOKEN_IN_PLUGIN } from "../../description/names/plugin";
import { resources } from "../../description/resources";
import type { ResourceSpec } from "../../description/spec/resource";
import { nearestTo } from "../../description/spec/spelling";
import { containsUnknown } from "../../description/spec/unknown";
import { AdoptionPreview } from "../shared/adoption-preview";
import { Run } from "../shared/run";
import { finishing } from "../shared/watchdog";
import { type NoteCall, ResourceCalls } from "./calls";
import { EngineLog } from "./engine-log";
import { type FailedCall, failureOf } from "./failures";
import { functions } from "./functions";
import { GRPC_OPTIONS } from "./grpc-options";
import { checkConfig, configOf, diffConfig } from "./provider-config";
import type { ServedKind } from "./served";
import { servedResource } from "./served-resource";
import { servedToken } from "./served-token";
import { receivedOf, structOf } from "./values";

/** The plugin of one process. It serves one provider of the program in one run. */
export class PluginServer {
  readonly log: EngineLog;
  readonly #run: Run;
  readonly #calls: ResourceCalls;
  readonly #server = new Server(GRPC_OPTIONS);
  #isConfigured = false;

  /** @param engine address of the engine, if it started this process */
  constructor(engine: string | undefined) {
    this.log = new EngineLog(engine);
    this.#run = new Run(engine, (text) => this.log.info(text), "plugin");
    const adoptions = new AdoptionPreview(this.#run, this.#run.ownership);
    const served = { run: this.#run, log: this.log, imports: new Map(), objects: new Map(), adoptions };
    const kindsBy = (typeOf: (spec: ResourceSpec) => string, token: string): Readonly<Record<string, ServedKind>> => ({
      ...Object.fromEntries(Object.values(resources).map((spec) => [typeOf(spec), servedResource(spec, served)])),
      [token]: servedToken(served),
    });
    const own = kindsBy(pluginToken, SIGNED_TOKEN_IN_PLUGIN);
    // When a stack moves to the dynamic host, the engine also renames the entries that the plugin has yet to delete.
    const kinds = { ...kindsBy(({ type }) => `${TYPE_PREFIX}${type}`, SIGNED_TOKEN_TYPE), ...own };
    this.#calls = new ResourceCalls((token) => {
      const kind = Object.hasOwn(kinds, token) ? kinds[token] : undefined;
      if (kind !== undefined) return kind;
      throw new PlatformError(unknownTypeText(token, Object.keys(own)));
    });
  }

  /** Returns the port. */
  listen(): Promise<number> {
    this.#server.addService(ResourceProviderService, this.#service());
    return new Promise((resolve, reject) => {
      this.#server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, port) =>
        error === null ? resolve(port) : reject(error),
      );
    });
  }

  /** Ends the run, refuses further calls, and waits until those in progress have their responses. */
  async close(): Promise<void> {
    await this.log.about("", async () => this.#run.end());
    await new Promise((resolve) => this.#server.tryShutdown(resolve));
  }

  cancel(): void {
    this.#run.cancel();
  }

  #service() {
    const calls = this.#calls;
    return {
      handshake: handler(async (request: messages.ProviderHandshakeRequest) => {
        if (request.getEngineAddress() !== "") this.log.connect(request.getEngineAddress());
        return new messages.ProviderHandshakeResponse().setAcceptSecrets(true);
      }),
      attach: handler(async (request: PluginAttach) => {
        this.log.connect(request.getAddress());
        return new Empty();
      }),
      getPluginInfo: handler(async () => new PluginInfo().setVersion(version)),
      getSchema: handler(async () => new messages.GetSchemaResponse().setSchema(schema())),
      checkConfig: handler(async (request: messages.CheckRequest) => checkConfig(request)),
      diffConfig: handler(async (request: messages.DiffRequest) => diffConfig(request)),
      configure: handler(async (request: messages.ConfigureRequest) => {
        if (this.#isConfigured) throw new PlatformError(CONFIGURED_TWICE);
        this.#isConfigured = true;
        this.#run.config = configOf(request);
        return new messages.ConfigureResponse().setAcceptsecrets(true).setSupportspreview(true);
      }),
      cancel: handler(async () => {
        this.cancel();
        return new Empty();
      }),
      invoke: handler((request: messages.InvokeRequest) => this.#invoke(request)),
      check: this.#noting((request: messages.CheckRequest) => calls.check(request)),
      diff: this.#noting((request: messages.DiffRequest) => calls.diff(request)),
      create: this.#noting((request: messages.CreateRequest, note) => calls.create(request, note)),
      read: this.#noting((request: messages.ReadRequest) => calls.read(request)),
      update: this.#noting((request: messages.UpdateRequest, note) => calls.update(request, note)),
      delete: this.#about(async (request: messages.DeleteRequest) => {
        await calls.delete(request);
        return new Empty();
      }),
    };
  }

  /** Handles a call about a resource. Its texts are shown beside the resource, and the process does not end before the call does. */
  #about<Q extends { getUrn(): string }, R>(call: (request: Q, note: NoteCall) => Promise<R>) {
    return handler((request: Q, note) => {
      if (this.#run.isCanceled) throw new PlatformError(CANCELED);
      return this.log.about(request.getUrn(), () => finishing(() => call(request, note)));
    });
  }

  /** Like `#about`, for a call whose failure may keep the program from declaring more. */
  #noting<Q extends { getUrn(): string }, R>(call: (request: Q, note: NoteCall) => Promise<R>) {
    return this.#about((request: Q, note) => this.#run.noting(() => call(request, note)));
  }

  async #invoke(request: messages.InvokeRequest): Promise<messages.InvokeResponse> {
    const token = request.getTok();
    const invoked = Object.hasOwn(functions, token) ? functions[token] : undefined;
    if (invoked === undefined) throw new PlatformError(`this version of pulumi-platform has no function ${token}`);
    const { values } = receivedOf(request.getArgs());
    const unknown = Object.keys(values).filter((name) => containsUnknown(values[name]));
    if (unknown.length > 0) throw new PlatformError(`${token} needs ${unknown.join(", ")}, which is not known yet`);
    const result = await invoked(this.#run.settings, values);
    return new messages.InvokeResponse().setReturn(structOf({ type: token, fields: {} }, result));
  }
}

function unknownTypeText(token: string, known: readonly string[]): string {
  if (token === "") return "the URN of the resource has no type";
  const byName = new Map(known.map((one) => [nameOfToken(one), one]));
  const similar = byName.get(nearestTo(nameOfToken(token), [...byName.keys()]) ?? "");
  return `unknown type ${token}${similar === undefined ? "" : `. Did you mean ${similar}?`}\n- If a newer version of pulumi-platform wrote the state, install that version.`;
}

const nameOfToken = (token: string): string => token.slice(token.lastIndexOf(":") + 1);

const CONFIGURED_TWICE = [
  "This process of the plugin serves another provider or an earlier run, and would mix up their tokens and objects.",
  "- If you started it yourself (PULUMI_DEBUG_PROVIDERS), start it again for each command, and use --skip-preview and one provider.",
].join("\n");

/** The schema, which the build puts beside the bundle. */
const schema = (): string => readFileSync(join(__dirname, "schema.json"), "utf8");

const handler =
  <Q, R>(call: (request: Q, note: NoteCall) => Promise<R>) =>
  async ({ request }: ServerUnaryCall<Q, R>, done: sendUnaryData<R>): Promise<void> => {
    let failed: FailedCall | undefined;
    try {
      done(null, await call(request, (about) => (failed = about)));
    } catch (error) {
      done(failureOf(error, failed));
    }
  };
