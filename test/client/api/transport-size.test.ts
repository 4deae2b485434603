import assert from "node:assert/strict";
import type { Socket } from "node:net";
import { pipeline } from "node:stream/promises";
import { gzipSync } from "node:zlib";
import { isAmbiguous, ProtocolError } from "../../../src/client/api/errors";
import { literal } from "../../../src/description/wire/path";
import { answerOf, clientAt, withRawServer } from "../../support/raw-server";

const MIB = 1024 * 1024;
const GIB = 1024 * MIB;
const target = literal("/iam/v2/groups");
const TOO_LARGE = "/iam/v2/groups: the response is larger than 32 MiB";
const piece = Buffer.alloc(64 * 1024, "x");

/** Writes so many bytes as fast as they are taken, unless the client leaves; answers how many it took. */
async function pour(socket: Socket, bytes: number): Promise<number> {
  let taken = 0;
  function* pieces() {
    for (; taken < bytes; taken += piece.length) yield piece;
  }
  await pipeline(pieces, socket).catch(() => undefined);
  return taken;
}

/** By how much the process has grown at most while something was done. */
async function growth(work: () => Promise<unknown>): Promise<number> {
  const before = process.memoryUsage.rss();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 5);
  await work().finally(() => clearInterval(timer));
  return Math.max(most, process.memoryUsage.rss()) - before;
}

describe("an answer", () => {
  const endless: Readonly<Record<string, string>> = {
    "with its length": `content-length: ${GIB}`,
    "without its length": "connection: close",
    "that calls itself compressed": `content-encoding: gzip\r\ncontent-length: ${GIB}`,
  };
  for (const [name, header] of Object.entries(endless))
    it(`of a gigabyte ${name} is abandoned at 32 MiB, with little memory (row 77)`, async () => {
      const poured: Promise<number>[] = [];
      const answer = (socket: Socket) => {
        socket.write(`HTTP/1.1 200 OK\r\n${header}\r\n\r\n`);
        poured.push(pour(socket, GIB));
      };
      await withRawServer(answer, async ({ url }) => {
        const client = clientAt(url);
        const grown = await growth(async () => {
          await assert.rejects(client.get(target), { name: "ProtocolError", message: `GET ${TOO_LARGE}` });
          const create = client.create(target, {});
          await assert.rejects(create, (error) => error instanceof ProtocolError && isAmbiguous(error));
        });
        assert.ok(grown < 100 * MIB, `grew by ${Math.round(grown / MIB)} MiB`);
        // Each was asked for once, and the server got rid of little more than was read.
        assert.equal(poured.length, 2);
        for (const bytes of await Promise.all(poured)) assert.ok(bytes < 64 * MIB, `${Math.round(bytes / MIB)} MiB`);
      });
    });

  it("that is compressed without being asked is not decompressed (row 77)", async () => {
    const body = gzipSync('{"uid":"a"}');
    const answer = (socket: Socket) => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${body.length}\r\n\r\n`);
      socket.write(body);
    };
    await withRawServer(answer, async (server) => {
      await assert.rejects(clientAt(server.url).get(target), /the response is not a JSON object/);
      for (const request of server.requests) assert.match(request, /\r\naccept-encoding: identity\r\n/);
    });
  });

  it("of exactly 32 MiB is accepted (row 77)", async () => {
    const text = `{"uid":"${"a".repeat(32 * MIB - 10)}"}`;
    const answer = (socket: Socket, nth: number) => socket.write(answerOf(nth === 1 ? text : `${text} `));
    await withRawServer(answer, async ({ url }) => {
      const client = clientAt(url);
      assert.equal(Object.keys(await client.get(target)).length, 1);
      await assert.rejects(client.get(target), { message: `GET ${TOO_LARGE}` });
    });
  });
});
