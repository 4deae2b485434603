import { Client, type ClientOptions } from "../../src/client/api/client";
import { fixedToken } from "../../src/client/api/credentials/token";
import type { TokenSource } from "../../src/client/api/layers/authorized";
import type { HttpRequest, Transport } from "../../src/client/api/transport";
import { platformHints } from "../../src/client/hints";
import type { Context } from "../../src/core/context";
import { resources } from "../../src/description/resources";
import { group } from "../../src/description/resources/group";
import { role } from "../../src/description/resources/role";
import type { ResourceSpec } from "../../src/description/spec/resource";
import type { Values } from "../../src/description/spec/values";
import type { Emulator, EmulatorOptions, FaultHandle, RequestRecord, StartObject } from "../../src/emulator";
import { Permissions } from "../../src/emulator/access/permissions";
import type { Tokens } from "../../src/emulator/access/tokens";
import { backdoor } from "../../src/emulator/backdoor";
import { defaults } from "../../src/emulator/checks";
import { type Dispatch, dispatcher } from "../../src/emulator/dispatch";
import { type Fault, Faults } from "../../src/emulator/faults/fault";
import type { Writable } from "../../src/emulator/gateway/request-log";
import type { Grants } from "../../src/emulator/gateway/route";
import type { EmulatorSettings } from "../../src/emulator/options";
import { administrator, publicOrganization } from "../../src/emulator/seed/seed";
import { makeWorld } from "../../src/emulator/world";
import { virtualClock } from "./clock";
import { createContext, type HostContext } from "./context";
import { faultyReply, textReply } from "./local-faults";
import { sightOf, vendorKey } from "./platform";

export const CREATED = "2026-01-01T00:00:00Z";
/** What its clock shows at the start of a test. Only sleeps advance it. */
export const NOW = "2026-01-07T00:00:00Z";

/** An object that a local platform begins with; `values` are named as in the declaration of its kind. */
export function placed({ type, fields }: ResourceSpec, uid: string, values: Values): StartObject {
  const times = ["createTime", "updateTime"].filter((name) => fields[name] !== undefined);
  return { type, uid, values: { ...Object.fromEntries(times.map((name) => [name, CREATED])), ...values } };
}

/** The organization of every local platform, and two built-in roles. */
const alwaysThere: readonly StartObject[] = [
  placed(group, "org", { name: "acme" }),
  placed(role, "viewer", { name: "viewer", capabilities: ["CAP_REPO_LIST"] }),
  placed(role, "owner", { name: "owner", capabilities: ["CAP_REPO_LIST", "CAP_REPO_DELETE"] }),
];

/**
 * The emulator in this process, behind the real client and without sockets. The test chooses the uids of the objects that it
 * begins with. Time begins at `now` of the options, or at `NOW`, and passes only where somebody sleeps. Faults work as in the
 * emulator, but for `slow`.
 */
export class LocalPlatform {
  readonly requests: RequestRecord[] = [];
  readonly printed: string[] = [];
  /** The waits of runs, in milliseconds; those of the client between attempts are not among them. */
  readonly sleeps: number[] = [];
  readonly #faults = new Faults();
  readonly #settings: EmulatorSettings;
  readonly #dispatch: Dispatch;
  /** What people do beside the run. */
  readonly emulator: Pick<Emulator, "list" | "get" | "put" | "edit" | "remove" | "organization" | "publicOrganization">;
  readonly #token: string;
  readonly #tokens: Tokens;
  readonly #grantsOf: (identity: string) => Grants;
  readonly #time: ReturnType<typeof virtualClock>;
  #acts: { readonly request: RegExp; readonly act: () => unknown }[] = [];
  #rewrites: { readonly request: RegExp; readonly change: (body: Values) => unknown }[] = [];

  constructor(objects: readonly StartObject[] = [], options: EmulatorOptions = {}) {
    this.#time = virtualClock(options.now?.() ?? NOW);
    // The spelling of masks is learned from a refusal, which would be among the requests of each update.
    this.#settings = {
      ...defaults,
      tokenGrants: "live",
      maskSpelling: "both",
      ...options,
      now: () => new Date(this.now()),
    };
    const world = makeWorld(this.#settings, { objects: [...alwaysThere, ...objects] });
    this.#dispatch = dispatcher(world);
    this.emulator = {
      ...backdoor(world),
      organization: world.organization,
      publicOrganization: publicOrganization.name,
    };
    this.#token = world.fixed.token;
    this.#tokens = world.tokens;
    this.#grantsOf = (identity) => new Permissions(world.store).grantsOf(identity);
  }

  /** A token of an identity, in the form that the options say. Its rights change with its role bindings, unless the options freeze them. */
  async tokenOf(identity: string): Promise<string> {
    const grants = this.#settings.tokenGrants === "frozen" ? this.#grantsOf(identity) : undefined;
    const granted = { identity, audiences: ["http://localhost"], grants, scopes: [], capabilities: [] };
    return (await this.#tokens.accessToken(granted)).token;
  }

  /**
   * The context of a new run, which knows nothing of former ones.
   *
   * @param token that of the platform's administrator when left out
   */
  run(settings: Pick<Partial<Context>, "adoptExisting" | "sight"> = {}, token?: string | TokenSource): HostContext {
    return createContext(this.client(token), resources, {
      sleep: async (ms) => {
        this.sleeps.push(ms);
        await this.sleep(ms);
      },
      clock: this.clock,
      print: (text) => this.printed.push(text),
      sight: sightOf(administrator),
      ...settings,
    });
  }

  /** How far the clock of this machine is ahead of the platform's, in milliseconds. */
  aheadMs = 0;

  readonly clock = (): number => this.now() + this.aheadMs;

  /** The platform's clock. */
  now(): number {
    return this.#time.clock();
  }

  /** Ends once nothing else can run, and the clock has moved as far. */
  sleep(ms: number): Promise<void> {
    return this.#time.sleep(ms);
  }

  fault(fault: Fault): FaultHandle {
    return this.#faults.add(fault);
  }

  /** Lets something happen once a request is handled and before the run has its answer. The nth call is about the nth such request. */
  whenAnswered(request: RegExp, act: () => unknown): void {
    this.#acts.push({ request, act });
  }

  /** Changes the next response to a request, after the platform has carried it out. Its text is what `change` returns, or the JSON of that. */
  rewrite(request: RegExp, change: (body: Values) => unknown): void {
    this.#rewrites.push({ request, change });
  }

  /** An object as Get would write it. */
  get(uid: string, type?: string): Record<string, unknown> | undefined {
    return this.emulator.get(uid, type);
  }

  /** uids of the objects of a kind, the built-in ones left out. */
  uids({ type }: ResourceSpec): string[] {
    return this.emulator.list(type).flatMap(({ uid }) => (String(uid).startsWith("org/") ? [String(uid)] : []));
  }

  /** Creates an object as somebody else would; returns its uid. */
  put({ type }: ResourceSpec, parentUid: string, body: Values): string {
    return String(this.emulator.put(type, parentUid, body).uid);
  }

  edit(uid: string, changes: Values, type?: string): void {
    this.emulator.edit(uid, changes, type);
  }

  remove(uid: string, type?: string): void {
    this.emulator.remove(uid, type);
  }

  /** Sends a POST as somebody else would. Throws where it is refused. */
  async call(path: string, body: Values = {}): Promise<void> {
    const headers = { authorization: `Bearer ${this.#token}` };
    const request = { method: "POST", path, query: "", headers, body: JSON.stringify(body), hosts: ["localhost"] };
    const reply = await this.#dispatch(request);
    if (reply.status >= 300) throw new Error(`${path} was refused: ${reply.body}`);
  }

  /** How many requests were to create something. */
  posts(): number {
    return this.requests.filter(({ method }) => method === "POST").length;
  }

  /** The requests that were to change something, those that failed too, and their bodies. */
  writes(): [request: string, body: unknown][] {
    return this.requests.flatMap(({ method, path, query, body }) =>
      method === "GET" ? [] : [[`${method} ${path}${query === "" ? "" : ` ${query}`}`, body]],
    );
  }

  /** A client with a token, or with a source of tokens; with that of the platform's administrator when left out. */
  client(token: string | TokenSource = this.#token, options: Partial<ClientOptions> = {}): Client {
    const { vendor } = this.#settings;
    return new Client({
      transport: this.#transport,
      tokens: typeof token === "string" ? fixedToken(token, "test") : token,
      keyNames: { "{vendor}": vendorKey(vendor) },
      userAgent: "test",
      hints: platformHints,
      clock: this.clock,
      random: () => 0.5,
      sleep: (ms) => this.sleep(ms),
      ...options,
    });
  }

  readonly #transport: Transport = async ({
    method,
    path,
    query = [],
    headers = {},
    body = "",
    timeoutMs,
  }: HttpRequest) => {
    const record: Writable<RequestRecord> = {
      method,
      path: path.text,
      query: query.map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join("&"),
      body: body === "" ? undefined : JSON.parse(body),
      status: undefined,
      time: new Date(this.now()),
    };
    this.requests.push(record);
    const active = this.#faults.next(method, path.text);
    const request = { method, path: path.text, query: record.query, headers, body, hosts: ["localhost"] };
    const answer = () => this.#dispatch(request);
    try {
      const { sleep } = this.#time;
      const faulty = { path: path.text, answer, sleep, timeoutMs, settings: this.#settings };
      const reply = textReply(await (active === undefined ? answer() : faultyReply(active, faulty)));
      record.status = reply.status;
      const rewrite = this.#rewrites.find(({ request: wanted }) => wanted.test(`${method} ${path.text}`));
      this.#rewrites = this.#rewrites.filter((one) => one !== rewrite);
      const text = rewrite === undefined ? reply.text : rewrite.change(JSON.parse(reply.text));
      return {
        ...reply,
        text: typeof text === "string" ? text : JSON.stringify(text),
        headers: { date: new Date(this.now()).toUTCString(), ...reply.headers },
      };
    } finally {
      const due = this.#acts.find(({ request: wanted }) => wanted.test(`${method} ${path.text}`));
      this.#acts = this.#acts.filter((one) => one !== due);
      await due?.act();
    }
  };
}
