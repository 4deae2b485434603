import assert from "node:assert/strict";
import type { Socket } from "node:net";
import { isAmbiguous, PlatformError } from "../../../src/client/api/errors";
import { literal } from "../../../src/description/wire/path";
import { answerOf, clientAt, withRawServer } from "../../support/raw-server";

const target = literal("/iam/v2/groups");
const good = answerOf('{"uid":"mine"}');

/** Writes the same for as long as the client listens. */
function flood(socket: Socket, text: string): void {
  while (!socket.destroyed && socket.write(text));
  socket.once("drain", () => flood(socket, text));
}

const broken: Readonly<Record<string, (socket: Socket) => void>> = {
  "other than HTTP": (socket) => socket.write("SSH-2.0-OpenSSH_9.6\r\n\r\n"),
  "with a header of 100 KB": (socket) =>
    socket.write(answerOf("{}", { headers: `x-large: ${"x".repeat(100 * 1024)}\r\n` })),
  "with a NUL in a header": (socket) => socket.write(answerOf("{}", { headers: "x-odd: a\u0000b\r\n" })),
  "in chunks whose length is garbage": (socket) =>
    socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n{"uid":"a"}\r\n0\r\n\r\n'),
  "with two lengths": (socket) => socket.write(answerOf("{}", { headers: "content-length: 7\r\n" })),
  "that is shorter than its length": (socket) => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{}"),
  "of status 999": (socket) => socket.write(answerOf("{}", { status: "999 What" })),
  "that switches to another protocol": (socket) =>
    socket.write("HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n"),
  "after a flood of early hints": (socket) =>
    flood(socket, "HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n".repeat(100)),
  "that never comes": () => undefined,
};

describe("a broken answer", () => {
  for (const [name, answer] of Object.entries(broken))
    it(`${name} is a one-line error, ambiguous for a create, and the next call succeeds (row 80)`, async () => {
      let isBroken = true;
      await withRawServer(
        (socket) => (isBroken ? answer(socket) : socket.write(good)),
        async (server) => {
          // Where the server goes on for ever, this is how long an attempt takes.
          const client = clientAt(server.url, { attemptTimeoutMs: 40 });
          for (const call of [() => client.get(target), () => client.create(target, { name: "x" })]) {
            const error = await call().then(
              () => assert.fail("the call succeeded"),
              (cause: unknown) => cause,
            );
            assert.ok(error instanceof PlatformError, String(error));
            assert.match(error.message, /^(GET|POST) \/iam\/v2\/groups: .+$/);
            // What the server says in plain words, 999, is no lost answer.
            assert.equal(isAmbiguous(error), error.message.startsWith("POST") && !error.message.includes("HTTP 999"));
          }
          isBroken = false;
          assert.deepEqual(await client.get(target), { uid: "mine" });
        },
      );
    });

  it("followed by an unrequested one does not answer the next request (row 80)", async () => {
    await withRawServer(
      (socket, nth) => socket.write(nth === 1 ? good + answerOf('{"uid":"theirs"}') : good),
      async (server) => {
        const client = clientAt(server.url);
        for (let i = 0; i < 3; i++) assert.deepEqual(await client.get(target), { uid: "mine" });
      },
    );
  });
});
