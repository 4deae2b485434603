import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A way to a local server that takes time in each direction, and counts what is sent to it. */
export interface SlowWay {
  readonly port: number;
  /** Bytes sent to the server so far. */
  sent(): number;
  close(): Promise<void>;
}

/**
 * Opens one.
 *
 * @param port of the server, on 127.0.0.1
 * @param delayMs time that each piece of data takes, there as well as back
 */
export async function slowWay(port: number, delayMs: number): Promise<SlowWay> {
  let sent = 0;
  const open = new Set<Socket>();
  // Each side may end on its own, as it may without the way.
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.on("error", () => to.destroy());
      from.on("end", () => setTimeout(() => to.end(), delayMs));
      from.on("close", () => open.delete(from));
      from.on("data", (piece: Buffer) => {
        if (from === near) sent += piece.length;
        // Timers of one length end in the order in which they were set.
        if (delayMs > 0) setTimeout(() => to.writable && to.write(piece), delayMs);
        else to.write(piece);
      });
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port, // It listens on a port, not on a pipe.
    sent: () => sent,
    close: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
