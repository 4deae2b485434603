import { once } from "node:events";
import { createServer } from "node:http";

/** A proxy in front of a server that changes its answers. */
export interface EditingProxy {
  readonly url: string;
  /** Changes the body of each JSON answer. */
  edit: (body: unknown) => unknown;
  /** Changes the header with the token of each request. */
  authorize: (authorization: string) => string;
  close(): Promise<void>;
}

/** Starts a proxy in front of the server at `target`; it changes nothing at first. */
export async function startEditingProxy(target: string): Promise<EditingProxy> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { authorization = "", "content-type": contentType = "application/json" } = request.headers;
    const answer = await fetch(target + request.url, {
      method: request.method ?? "GET",
      headers: { authorization: proxy.authorize(authorization), "content-type": contentType },
      ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
    });
    const text = await answer.text();
    response.writeHead(answer.status, { "content-type": "application/json" });
    response.end(answer.ok && text !== "" ? JSON.stringify(proxy.edit(JSON.parse(text))) : text);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const proxy: EditingProxy = {
    url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`,
    edit: (body) => body,
    authorize: (authorization) => authorization,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return proxy;
}
