import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { type AddressInfo, connect, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Certified } from "./certificates";

/** A tunnelling proxy on loopback that records everything it receives. */
export interface ConnectProxy {
  readonly port: number;
  /** The CONNECT request of each tunnel, with its headers. */
  readonly asked: readonly string[];
  /** Every byte that it received, in tunnels too. */
  seen(): string;
  close(): Promise<void>;
}

export interface ConnectProxyOptions {
  /** Its certificate; with one, it speaks TLS. */
  readonly certified?: Certified;
  /** Replaces the opening of a tunnel. */
  readonly instead?: (socket: Duplex) => void;
}

export async function startConnectProxy({ certified, instead }: ConnectProxyOptions = {}): Promise<ConnectProxy> {
  const asked: string[] = [];
  const seen: Buffer[] = [];
  const sockets = new Set<Duplex>();
  const keep = (socket: Duplex) => {
    sockets.add(socket);
    socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
    socket.on("data", (data: Buffer) => seen.push(data));
  };
  const server = certified === undefined ? createServer() : createSecureServer(certified);
  server.on("tlsClientError", () => undefined);
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
  });
  server.on("request", ({ method, url }: IncomingMessage, response) => {
    asked.push(`${method} ${url}`);
    response.writeHead(400).end();
  });
  server.on("connect", ({ method, url = "", rawHeaders }: IncomingMessage, socket: Duplex, head: Buffer) => {
    keep(socket);
    asked.push([`${method} ${url}`, ...rawHeaders].join("\n"));
    seen.push(Buffer.from(rawHeaders.join("\n")), head);
    if (instead !== undefined) return instead(socket);
    const target = connect(Number(url.slice(url.lastIndexOf(":") + 1)), "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      target.pipe(socket).pipe(target);
    });
    keep(target);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    seen: () => Buffer.concat(seen).toString("latin1"),
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, "close");
    },
  };
}
