import { once } from "node:events";
import { createServer } from "node:http";
import type { Emulator } from "../../src/emulator";

/** A server in front of an emulator that accepts its own tokens, and records which ones were sent to it. */
export interface TokenWitness {
  readonly url: string;
  readonly token: string;
  /** Every token that was sent since the last `forget`, right or wrong. */
  sent(): string[];
  forget(): void;
  /** From now on it takes another token, and refuses the former one. */
  rotate(): string;
  close(): Promise<void>;
}

/**
 * Starts a witness.
 *
 * @param name begins its tokens, so that a test sees whose token went to the wrong place
 */
export async function startTokenWitness(emulator: Emulator, name: string): Promise<TokenWitness> {
  let generation = 1;
  const current = () => `${name}-token-canary-${generation}`;
  let sent = new Set<string>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { authorization = "none" } = request.headers;
    sent.add(authorization.replace("Bearer ", ""));
    const token = authorization === `Bearer ${current()}` ? emulator.token : "unknown";
    const answer = await fetch(emulator.url + request.url, {
      method: request.method ?? "GET",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
    });
    response.writeHead(answer.status, { "content-type": "application/json" });
    response.end(await answer.text());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`,
    get token() {
      return current();
    },
    sent: () => [...sent].sort(),
    forget: () => {
      sent = new Set();
    },
    rotate: () => {
      generation += 1;
      return current();
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
