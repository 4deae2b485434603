import assert from "node:assert/strict";
import { createServer, get } from "node:http";
import type { AddressInfo } from "node:net";
import { send } from "../../src/emulator/gateway/http";

/** Sends pieces to a client that disconnects after the first one if `leaves`. Returns how the response ended for the server. */
const sent = (pieces: () => AsyncIterable<Uint8Array>, leaves: boolean): Promise<unknown> =>
  new Promise((resolve) => {
    const server = createServer((_, outgoing) => {
      const reply = send(outgoing, { status: 200, headers: {}, body: pieces() });
      resolve(reply.catch((error: unknown) => error).finally(() => server.close()));
    });
    server.listen(0, () => {
      const request = get({ port: (server.address() as AddressInfo).port }, (incoming) => {
        incoming.on("error", () => {});
        incoming.on("data", () => leaves && incoming.destroy());
      });
      request.on("error", () => {});
    });
  });

describe("a response in pieces", () => {
  async function* endless() {
    for (;;) {
      yield Buffer.alloc(1024);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  }

  async function* broken() {
    yield Buffer.from("first");
    throw new Error("no second piece");
  }

  it("ends without an error when the client disconnects", async () => {
    assert.equal(await sent(endless, true), undefined);
  });

  it("ends with the error of its source", async () => {
    assert.match(String(await sent(broken, false)), /^Error: no second piece$/);
  });
});
