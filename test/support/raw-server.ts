import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { Client, type ClientOptions } from "../../src/client/api/client";
import { createTransport } from "../../src/client/api/transport";
import { platformHints } from "../../src/client/hints";

/** A server on loopback that can write malformed HTTP. */
export interface RawServer {
  readonly url: string;
  /** The received requests, one text each. */
  readonly requests: readonly string[];
  close(): Promise<void>;
}

/** @param answer writes the answer to the nth request, from 1 */
export async function startRawServer(answer: (socket: Socket, nth: number) => void): Promise<RawServer> {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    // A client may close the connection early, which is not an error of the server.
    socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
    // Requests of these tests are small and arrive in one piece.
    socket.on("data", (data) => {
      requests.push(data.toString("latin1"));
      answer(socket, requests.length);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, "close");
    },
  };
}

/** Runs a test with a raw server. */
export async function withRawServer(
  answer: Parameters<typeof startRawServer>[0],
  test: (server: RawServer) => Promise<void>,
): Promise<void> {
  const server = await startRawServer(answer);
  try {
    await test(server);
  } finally {
    await server.close();
  }
}

/** A complete answer as text, with its true length. */
export const answerOf = (body: string, { status = "200 OK", headers = "" } = {}): string =>
  `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\n${headers}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

/** A client of such a server, over the real transport, whose waits only advance its own clock. */
export function clientAt(url: string, options: Partial<ClientOptions> = {}): Client {
  let slept = 0;
  return new Client({
    transport: createTransport(new URL(url)),
    userAgent: "test",
    hints: platformHints,
    clock: () => Date.now() + slept,
    sleep: async (ms) => {
      slept += ms;
    },
    ...options,
  });
}
