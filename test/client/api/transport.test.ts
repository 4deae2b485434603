import assert from "node:assert/strict";
import type { Socket } from "node:net";
import { isAmbiguous, TransportError } from "../../../src/client/api/errors";
import { path } from "../../../src/description/wire/path";
import { answerOf, clientAt, withRawServer } from "../../support/raw-server";

const target = path`/iam/v2/groups/${"org/team"}`;
const good = answerOf('{"uid":"org/team"}');
const team = { uid: "org/team" };

/** Settles when a connection is closed, in whatever way. */
const closing = (socket: Socket) => new Promise<void>((resolve) => socket.once("close", () => resolve()));

/** Writes a byte now and then, for as long as somebody listens. */
function drip(socket: Socket): void {
  const timer = setInterval(() => socket.write("x"), 5);
  socket.once("close", () => clearInterval(timer));
}

describe("a server that never finishes (row 33)", () => {
  const silences: readonly (readonly [what: string, answer: (socket: Socket) => void])[] = [
    ["never answers", () => undefined],
    [
      "lets its answer drip",
      (socket) => {
        socket.write("HTTP/1.1 200 OK\r\ncontent-length: 1000000\r\n\r\n");
        drip(socket);
      },
    ],
  ];
  for (const [what, answer] of silences)
    it(`and ${what} is abandoned after the time of an attempt, and its connection is closed`, async () => {
      const closed: Promise<void>[] = [];
      const answering = (socket: Socket) => {
        closed.push(closing(socket));
        answer(socket);
      };
      await withRawServer(answering, async (server) => {
        // Long enough for a request to arrive on a busy machine.
        const client = clientAt(server.url, { attemptTimeoutMs: 150 });
        const lost = await client.create(target, {}).catch((error: unknown) => error);
        assert.ok(lost instanceof TransportError && lost.ambiguous, String(lost));
        assert.equal(lost.message, "POST /iam/v2/groups/org/team: no response within 0.15 s");
        assert.equal(server.requests.length, 1, "what may have been carried out is not sent again");
        await assert.rejects(client.get(target), {
          message: "GET /iam/v2/groups/org/team: no response within 0.15 s (after 5 attempts)",
        });
        assert.equal(server.requests.length, 6);
        await Promise.all(closed);
      });
    });

  it("cannot make an operation exceed its time, and the last attempt gets the rest", async () => {
    await withRawServer(
      () => undefined,
      async (server) => {
        let now = 0;
        // Nearly all of the operation's time goes by while the client waits for its second attempt.
        const sleep = async () => {
          now = 119_970;
        };
        const options = { clock: () => now, sleep, attemptTimeoutMs: 100, random: () => 0 };
        const operation = clientAt(server.url, options).forOperation();
        await assert.rejects(operation.get(target), /no response within 0\.03 s \(after 5 attempts\)$/);
        now = 120_000;
        await assert.rejects(operation.create(target, {}), {
          name: "TransportError",
          ambiguous: false,
          message:
            "POST /iam/v2/groups/org/team: not sent: timed out: an operation may take 120 s in total (to allow more, set platform:operationTimeout or PLATFORM_OPERATION_TIMEOUT)",
        });
        assert.equal(server.requests.length, 5);
      },
    );
  });
});

describe("a kept-alive connection (row 36)", () => {
  it("is replaced when the server closes it between two calls, and each request arrives once", async () => {
    const closed: Promise<void>[] = [];
    const answering = (socket: Socket) => {
      closed.push(closing(socket));
      socket.end(good);
    };
    await withRawServer(answering, async (server) => {
      const client = clientAt(server.url);
      for (const [call, answer] of [
        [() => client.get(target), team],
        [() => client.create(target, {}), team],
        [() => client.delete(target), false],
      ] as const) {
        assert.deepEqual(await call(), answer);
        await Promise.all(closed);
      }
      assert.deepEqual(
        server.requests.map((text) => text.split(" ")[0]),
        ["GET", "POST", "DELETE"],
      );
      assert.equal(closed.length, 3);
    });
  });

  it("is replaced for a read when the server closes it during the request, but a create is not sent again", async () => {
    const answering = (socket: Socket, nth: number) => {
      if (nth % 2 === 1) socket.write(good);
      else socket.resetAndDestroy();
    };
    await withRawServer(answering, async (server) => {
      const client = clientAt(server.url);
      await client.get(target);
      assert.deepEqual(await client.get(target), team);
      assert.equal(server.requests.length, 3, "one was lost");
      await assert.rejects(
        client.create(target, {}),
        (error) => error instanceof TransportError && isAmbiguous(error) && /the connection broke/.test(error.message),
      );
      assert.equal(server.requests.length, 4);
    });
  });
});
