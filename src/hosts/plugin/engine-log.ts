import { AsyncLocalStorage } from "node:async_hooks";
import { credentials } from "@grpc/grpc-js";
import { EngineClient } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { LogRequest, LogSeverity } from "@pulumi/pulumi/proto/engine_pb";
import { scrub } from "../../client/api/secret";
import { GRPC_OPTIONS } from "./grpc-options";

/** Texts appear beside the resource of the call. Never an error, which the engine would count and still end with success. */
export class EngineLog {
  readonly #urns = new AsyncLocalStorage<string>();
  readonly #pending = new Set<Promise<void>>();
  #client: EngineClient | undefined;

  /** @param address of the engine. Absent for a plugin that was started by hand, whose texts nobody sees. */
  constructor(address: string | undefined) {
    if (address) this.connect(address);
  }

  connect(address: string): void {
    this.#client = new EngineClient(address, credentials.createInsecure(), GRPC_OPTIONS);
  }

  /** Runs a call about a resource. The engine has its texts when the call ends. */
  async about<T>(urn: string, call: () => Promise<T>): Promise<T> {
    try {
      return await this.#urns.run(urn, call);
    } finally {
      await Promise.all(this.#pending);
    }
  }

  info(text: string): void {
    this.#send(LogSeverity.INFO, text);
  }

  warn(text: string): void {
    // The engine writes this word itself.
    this.#send(LogSeverity.WARNING, text.replace(/^warning: /, ""));
  }

  #send(severity: LogSeverity, text: string): void {
    const request = new LogRequest().setSeverity(severity).setMessage(scrub(text));
    request.setUrn(this.#urns.getStore() ?? "");
    // If the engine no longer exists, nobody sees the text.
    const sent = new Promise<void>((resolve) => {
      if (this.#client === undefined) resolve();
      else this.#client.log(request, () => resolve());
    });
    this.#pending.add(sent);
    void sent.then(() => this.#pending.delete(sent));
  }
}
