import { join } from "node:path";
import { credentials, Server, ServerCredentials } from "@grpc/grpc-js";
import { EngineService } from "@pulumi/pulumi/proto/engine_grpc_pb";
import type { LogRequest } from "@pulumi/pulumi/proto/engine_pb";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as messages from "@pulumi/pulumi/proto/provider_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import type { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { pluginToken } from "../../src/description/names/plugin";
import { resources } from "../../src/description/resources";
import { GRPC_OPTIONS } from "../../src/hosts/plugin/grpc-options";
import { forgetFormerRun } from "./former-run";
import { answer as answerOf, type Props, secretOf, structOf } from "./host";
import { startProcess } from "./host-process";
import { inherited } from "./stack";
import { repositoryRoot } from "./workspace";

export const pluginScript = join(repositoryRoot, "dist", "plugin", "index.js");

/** The URN of a resource of a type, `iam:Group`, in the plugin. */
export function urnOf(type: string, name: string): string {
  const spec = resources[type];
  if (spec === undefined) throw new Error(`there is no type ${type}`);
  return `urn:pulumi:test::test::${pluginToken(spec)}::${name}`;
}

/** A text that the plugin showed by the engine's log. */
interface Shown {
  readonly text: string;
  readonly urn: string;
  readonly severity: number;
}

/** Differences by their path, with the name of their kind. */
type DetailedDiff = Readonly<Record<string, keyof typeof messages.PropertyDiff.Kind>>;

interface PluginDiff {
  readonly changes: "DIFF_UNKNOWN" | "DIFF_NONE" | "DIFF_SOME";
  readonly replaces: readonly string[];
  readonly deleteBeforeReplace: boolean;
  readonly detailed: DetailedDiff;
}

/** The plugin in a process of its own, as the engine talks to it. Calls that fail throw HostError. */
export interface PluginHost {
  readonly client: ResourceProviderClient;
  /** What the plugin showed so far. */
  readonly shown: readonly Shown[];
  /** Address of the engine. */
  readonly engine: string;
  readonly pid: number | undefined;
  checkConfig(news: Props, name?: string): Promise<{ inputs: Props; reasons: readonly string[] }>;
  check(urn: string, olds: Props, news: Props): Promise<{ inputs: Props; reasons: readonly string[] }>;
  diff(object: ObjectRef, olds: Props, news: Props): Promise<PluginDiff>;
  create(urn: string, inputs: Props, more?: Running): Promise<{ id: string; properties: Props }>;
  /** An import without recorded properties and inputs. With empty ones, a read of a resource that the program only reads. */
  read(
    object: ObjectRef,
    properties?: Props,
    inputs?: Props,
  ): Promise<{ id: string; properties: Props; inputs: Props }>;
  update(object: ObjectRef, olds: Props, news: Props, more?: Running): Promise<Props>;
  delete(object: ObjectRef, properties: Props): Promise<void>;
  cancel(): Promise<void>;
  /** Standard output without the port, and standard error; complete once it is closed. */
  printed(): string;
  /** Settles when the process has ended. */
  readonly closed: Promise<void>;
  /** Makes the engine unreachable, as if it had been killed. */
  leave(): void;
  close(): Promise<void>;
}

export interface ObjectRef {
  readonly urn: string;
  readonly id: string;
}

/** Further parts of a request. */
interface Running {
  readonly preview?: boolean;
  readonly timeoutSeconds?: number;
}

interface PluginOptions {
  /** The settings, without a prefix. */
  readonly config?: Props;
  readonly name?: string;
  readonly environment?: Readonly<Record<string, string>> | undefined;
  /** A script that Node loads first. */
  readonly preload?: string;
  /** Another provider of the same run. */
  readonly beside?: Pick<PluginHost, "engine"> | undefined;
}

/** Starts and configures the plugin, without this process's settings. */
export async function startPlugin(options: PluginOptions = {}): Promise<PluginHost> {
  const { config = {}, name = "default", environment = {}, beside, preload } = options;
  const shown: Shown[] = [];
  const engine = new Server();
  engine.addService(EngineService, {
    log: ({ request }: { request: LogRequest }, done: (error: null, reply: Empty) => void) => {
      shown.push({ text: request.getMessage(), urn: request.getUrn(), severity: request.getSeverity() });
      done(null, new Empty());
    },
  });
  const own = await new Promise<number>((resolve, reject) =>
    engine.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, port) =>
      error === null ? resolve(port) : reject(error),
    ),
  );
  const address = beside?.engine ?? `127.0.0.1:${own}`;
  if (beside === undefined) forgetFormerRun(address);
  const running = await startProcess({
    directory: repositoryRoot,
    script: pluginScript,
    engine: address,
    environment: {
      ...inherited(),
      PULUMI_CONFIG: JSON.stringify(config),
      ...environment,
      ...(preload === undefined ? {} : { NODE_OPTIONS: `--require ${preload}` }),
    },
  });
  const client = new ResourceProviderClient(`127.0.0.1:${running.port}`, credentials.createInsecure(), GRPC_OPTIONS);
  const calls = callsOf(client);
  const checked = await calls.checkConfig(config, name);
  const request = new messages.ConfigureRequest().setArgs(structOf(checked.inputs)).setAcceptsecrets(true);
  await answer<messages.ConfigureResponse>((done) => client.configure(request, done));
  return {
    ...calls,
    client,
    shown,
    engine: address,
    pid: running.pid,
    printed: running.printed,
    closed: running.closed,
    leave: () => engine.forceShutdown(),
    async close() {
      client.close();
      running.kill();
      await running.closed;
      engine.forceShutdown();
    },
  };
}

function callsOf(
  client: ResourceProviderClient,
): Omit<PluginHost, "client" | "shown" | "engine" | "printed" | "close" | "closed" | "leave" | "pid"> {
  const checkedOf = (reply: messages.CheckResponse) => ({
    inputs: propsOf(reply.getInputs()),
    reasons: reply.getFailuresList().map((failure) => failure.getProperty() + failure.getReason()),
  });
  return {
    async checkConfig(news, name = "default") {
      const request = new messages.CheckRequest().setNews(structOf(news));
      request.setUrn(`urn:pulumi:test::test::pulumi:providers:platform::${name}`);
      return checkedOf(await answer<messages.CheckResponse>((done) => client.checkConfig(request, done)));
    },
    async check(urn, olds, news) {
      const request = new messages.CheckRequest().setUrn(urn).setOlds(structOf(olds)).setNews(structOf(news));
      return checkedOf(await answer<messages.CheckResponse>((done) => client.check(request, done)));
    },
    async diff({ urn, id }, olds, news) {
      const request = new messages.DiffRequest().setUrn(urn).setId(id).setOlds(structOf(olds)).setNews(structOf(news));
      const reply = await answer<messages.DiffResponse>((done) => client.diff(request, done));
      const changes = (["DIFF_UNKNOWN", "DIFF_NONE", "DIFF_SOME"] as const)[reply.getChanges()];
      if (changes === undefined) throw new Error(`unknown kind of changes ${reply.getChanges()}`);
      const kinds = Object.entries(messages.PropertyDiff.Kind);
      const detailed: Record<string, keyof typeof messages.PropertyDiff.Kind> = {};
      reply.getDetaileddiffMap().forEach((detail, path) => {
        const [name] = kinds.find(([, kind]) => kind === detail.getKind()) ?? ["UPDATE"];
        detailed[path] = name as keyof typeof messages.PropertyDiff.Kind;
      });
      return {
        changes,
        replaces: reply.getReplacesList(),
        deleteBeforeReplace: reply.getDeletebeforereplace(),
        detailed,
      };
    },
    async create(urn, inputs, { preview = false, timeoutSeconds = 0 } = {}) {
      const request = new messages.CreateRequest().setUrn(urn).setProperties(structOf(inputs));
      request.setPreview(preview).setTimeout(timeoutSeconds);
      const reply = await answer<messages.CreateResponse>((done) => client.create(request, done));
      return { id: reply.getId(), properties: propsOf(reply.getProperties()) };
    },
    async read({ urn, id }, properties = {}, inputs) {
      const request = new messages.ReadRequest().setUrn(urn).setId(id).setProperties(structOf(properties));
      if (inputs !== undefined) request.setInputs(structOf(inputs));
      const reply = await answer<messages.ReadResponse>((done) => client.read(request, done));
      return { id: reply.getId(), properties: propsOf(reply.getProperties()), inputs: propsOf(reply.getInputs()) };
    },
    async update({ urn, id }, olds, news, { preview = false, timeoutSeconds = 0 } = {}) {
      const request = new messages.UpdateRequest()
        .setUrn(urn)
        .setId(id)
        .setOlds(structOf(olds))
        .setNews(structOf(news));
      request.setPreview(preview).setTimeout(timeoutSeconds);
      return propsOf((await answer<messages.UpdateResponse>((done) => client.update(request, done))).getProperties());
    },
    async delete({ urn, id }, properties) {
      const request = new messages.DeleteRequest().setUrn(urn).setId(id).setProperties(structOf(properties));
      await answer<unknown>((done) => client.delete(request, done));
    },
    async cancel() {
      await answer<unknown>((done) => client.cancel(new Empty(), done));
    },
  };
}

/** The properties of an answer, with the marks of secrets. */
const propsOf = (struct: Struct | undefined): Props => struct?.toJavaScript() ?? {};

const answer = <T>(call: Parameters<typeof answerOf<T>>[0]): Promise<T> => answerOf(call, propsOf);

/** Every text in a value, at any depth. */
export function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** A value without what is marked as a secret in it. */
export function withoutMarked(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Object.keys(secretOf("")).every((key) => key in value)) return undefined;
  return Object.values(value).map(withoutMarked);
}
