import { once } from "node:events";
import { createServer } from "node:net";
import { credentials, type ServiceError } from "@grpc/grpc-js";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as messages from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import { type JavaScriptValue, Struct } from "google-protobuf/google/protobuf/struct_pb";
import { URN } from "../../src/description/names/hidden-inputs";
import { forgetFormerRun } from "./former-run";
import { startInResident, startProcess } from "./host-process";
import { inherited } from "./stack";
import { repositoryRoot } from "./workspace";

export type Props = Readonly<Record<string, unknown>>;

/** Text of `__provider` in the state of every resource of a type. */
export const providerText = (type: string): string =>
  `exports.handler=()=>require("pulumi-platform/provider").dynamic("${type}")`;

/** A failed call, as the engine sees it. */
export class HostError extends Error {
  override readonly name = "HostError";
  constructor(
    /** The message that the engine shows. */
    message: string,
    /** gRPC status. */
    readonly status: number,
    /** The outputs that the engine records of an incomplete object. */
    readonly incomplete?: { readonly id: string; readonly properties: Props; readonly reasons: readonly string[] },
  ) {
    super(message);
  }
}

export interface HostDiff {
  readonly changes: "DIFF_UNKNOWN" | "DIFF_NONE" | "DIFF_SOME";
  readonly replaces: readonly string[];
  readonly deleteBeforeReplace: boolean;
}

/** Pulumi's own host process of dynamic providers, as the engine talks to it. Calls that fail throw HostError. */
export interface Host {
  configure(config: Readonly<Record<string, string>>): Promise<void>;
  check(olds: Props, news: Props): Promise<{ inputs: Props; failures: { property: string; reason: string }[] }>;
  diff(id: string, olds: Props, news: Props): Promise<HostDiff>;
  create(inputs: Props): Promise<{ id: string; properties: Props }>;
  read(id: string, properties: Props): Promise<{ id: string; properties: Props; inputs: Props | undefined }>;
  update(id: string, olds: Props, news: Props): Promise<Props>;
  delete(id: string, properties: Props): Promise<void>;
  /** Standard error of the process; complete once it is closed. */
  stderr(): string;
  /** All that the process printed, as the engine shows it; complete once it is closed. */
  printed(): string;
  /** Its pid, if it has a process of its own. */
  readonly pid: number | undefined;
  /** Settles when the process has ended. */
  readonly closed: Promise<void>;
  /** Address of the engine. */
  readonly engine: string;
  /** Makes the engine unreachable, and closes what the host prints into, as if it had been killed. */
  leave(): void;
  close(): Promise<void>;
}

export interface HostOptions {
  /** The stack's config by full key, `platform:baseUrl`. */
  readonly config?: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
  /** Another host of the same run; the engine starts one for each provider. */
  readonly beside?: Pick<Host, "engine">;
  /** Start a process as the engine does. Without it, the host runs in one that runs many, one after the other. */
  readonly ownProcess?: boolean;
}

/** Folder of the @pulumi/pulumi whose host is started: the installed one, unless PULUMI_PLATFORM_SDK names another. */
const sdk = process.env.PULUMI_PLATFORM_SDK ?? "@pulumi/pulumi";

/** Starts and configures a host, without this process's settings. */
export async function startHost({
  config = {},
  environment = {},
  beside,
  ownProcess = false,
}: HostOptions = {}): Promise<Host> {
  // The host needs an engine's address, but nothing has to answer there.
  const engine = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
  await once(engine, "listening");
  const address = engine.address();
  const engineAddress = beside?.engine ?? `127.0.0.1:${typeof address === "object" ? address?.port : undefined}`;
  if (beside === undefined) forgetFormerRun(engineAddress);
  const command = {
    directory: repositoryRoot,
    script: require.resolve(`${sdk}/cmd/dynamic-provider`),
    engine: engineAddress,
    environment: { ...inherited(), ...environment },
  };
  const { port, closed, ...running } = await (ownProcess ? startProcess(command) : startInResident(command));
  // The limit of the engine.
  const client = new ResourceProviderClient(`127.0.0.1:${port}`, credentials.createInsecure(), {
    "grpc.max_receive_message_length": 400 * 1024 * 1024,
  });
  const host: Host = {
    ...callsOf(client),
    stderr: running.stderr,
    printed: running.printed,
    pid: running.pid,
    closed,
    engine: engineAddress,
    leave() {
      engine.close();
      running.stopReading();
    },
    async close() {
      client.close();
      running.kill();
      await closed;
      engine.close();
    },
  };
  await host.configure(config);
  return host;
}

function callsOf(
  client: ResourceProviderClient,
): Omit<Host, "stderr" | "printed" | "pid" | "close" | "closed" | "engine" | "leave"> {
  return {
    async configure(config) {
      const request = new messages.ConfigureRequest().setArgs(structOf(config));
      await answer<messages.ConfigureResponse>((done) => client.configure(request, done));
    },
    async check(olds, news) {
      const request = new messages.CheckRequest().setOlds(structOf(olds)).setNews(structOf(withUrn(news)));
      const reply = await answer<messages.CheckResponse>((done) => client.check(request, done));
      return {
        inputs: propsOf(reply.getInputs()),
        failures: reply.getFailuresList().map((failure) => failure.toObject()),
      };
    },
    async diff(id, olds, news) {
      const request = new messages.DiffRequest()
        .setId(id)
        .setOlds(structOf(olds))
        .setNews(structOf(withoutUrn(news)));
      const reply = await answer<messages.DiffResponse>((done) => client.diff(request, done));
      const changes = (["DIFF_UNKNOWN", "DIFF_NONE", "DIFF_SOME"] as const)[reply.getChanges()];
      if (changes === undefined) throw new Error(`unknown kind of changes ${reply.getChanges()}`);
      return { changes, replaces: reply.getReplacesList(), deleteBeforeReplace: reply.getDeletebeforereplace() };
    },
    async create(inputs) {
      const request = new messages.CreateRequest().setProperties(structOf(withoutUrn(inputs)));
      const reply = await answer<messages.CreateResponse>((done) => client.create(request, done));
      return { id: reply.getId(), properties: propsOf(reply.getProperties()) };
    },
    async read(id, properties) {
      const request = new messages.ReadRequest().setId(id).setProperties(structOf(properties));
      const reply = await answer<messages.ReadResponse>((done) => client.read(request, done));
      const inputs = reply.hasInputs() ? propsOf(reply.getInputs()) : undefined;
      return { id: reply.getId(), properties: propsOf(reply.getProperties()), inputs };
    },
    async update(id, olds, news) {
      const request = new messages.UpdateRequest().setId(id).setOlds(structOf(olds)).setNews(structOf(news));
      return propsOf((await answer<messages.UpdateResponse>((done) => client.update(request, done))).getProperties());
    },
    async delete(id, properties) {
      const request = new messages.DeleteRequest().setId(id).setProperties(structOf(properties));
      await answer<unknown>((done) => client.delete(request, done));
    },
  };
}

/** Inputs with what the class adds. A test of several resources gives each its own; others are about one of each name. */
const withUrn = (news: Props): Props => ({ [URN]: `${news.__provider} ${news.name}`, ...news });

/** Inputs as the check returns them. */
const withoutUrn = ({ [URN]: _, ...inputs }: Props): Props => inputs;

// Tests pass JSON, and a Struct can hold nothing else.
export const structOf = (props: Props): Struct => Struct.fromJavaScript(props as Record<string, JavaScriptValue>);
const propsOf = (struct: Struct | undefined): Props => opened(struct?.toJavaScript() ?? {}) as Props;

/** The engine's mark of a secret; like the engine, this client unwraps the value and sends it back plain. */
const SECRET = ["4dabf18193072939515e22adb298388d", "1b47061264138c4ac30d75fd1eb44270"] as const;

/** A secret, as the engine sends it. */
export const secretOf = (value: unknown): Props => ({ [SECRET[0]]: SECRET[1], value });

/** Values without the marks of secrets. */
export const unmarked = (values: Props): Props => opened(values) as Props;

function opened(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(opened);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value);
  if (entries.some(([key, mark]) => key === SECRET[0] && mark === SECRET[1])) return (value as Props).value;
  return Object.fromEntries(entries.map(([key, inner]) => [key, opened(inner)]));
}

/** The answer to a call of a host. Throws HostError. @param read reads the properties of an incomplete object */
export const answer = <T>(
  call: (done: (error: ServiceError | null, reply: T) => void) => unknown,
  read = propsOf,
): Promise<T> =>
  new Promise((resolve, reject) => {
    call((error, reply) => (error === null ? resolve(reply) : reject(hostError(error, read))));
  });

function hostError({ details, code, metadata }: ServiceError, read: typeof propsOf): HostError {
  const [packed] = metadata.get("grpc-status-details-bin");
  if (!(packed instanceof Buffer)) return new HostError(details, code);
  const [detail] = Status.deserializeBinary(packed).getDetailsList();
  const failed = detail?.unpack(
    messages.ErrorResourceInitFailed.deserializeBinary,
    "pulumirpc.ErrorResourceInitFailed",
  );
  if (failed == null) return new HostError(details, code);
  const incomplete = {
    id: failed.getId(),
    properties: read(failed.getProperties()),
    reasons: failed.getReasonsList(),
  };
  return new HostError(details, code, incomplete);
}
