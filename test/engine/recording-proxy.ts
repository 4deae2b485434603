import { once } from "node:events";
import { createServer } from "node:net";

/** A proxy that forwards nothing, and records which addresses were asked for. */
export interface RecordingProxy {
  /** The first line of each request. */
  readonly requests: readonly string[];
  /** Makes a child process use it. */
  readonly environment: Readonly<Record<string, string>>;
  close(): void;
}

/** Starts one on a free port. */
export async function recordingProxy(): Promise<RecordingProxy> {
  const requests: string[] = [];
  const server = createServer((socket) => {
    socket.once("data", (data) => {
      const first = String(data).split("\r\n", 1)[0] ?? "";
      // A client of another test may still look for a server that had this port before. It sends no request for a proxy.
      if (/^(CONNECT|\w+ https?:)/.test(first)) requests.push(first);
      socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
    });
    socket.on("error", () => undefined);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  const environment = { HTTPS_PROXY: url, HTTP_PROXY: url, NO_PROXY: "127.0.0.1,localhost" };
  return { requests, environment, close: () => server.close() };
}
