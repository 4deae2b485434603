import assert from "node:assert/strict";
import fc from "fast-check";
import { isUid } from "../../../src/description/uid";
import { literal, type Path, path, segment, segments } from "../../../src/description/wire/path";
import { answerOf, clientAt, startRawServer } from "../../support/raw-server";

describe("a path", () => {
  it("keeps the slashes of a uid, encodes free text, and has no dot segments or empty segments", () => {
    assert.equal(path`${literal("/iam/v2/groups")}/${"a/b/c"}`.text, "/iam/v2/groups/a/b/c");
    const free = path`/v2/${segments("org/my image")}/history/${segment("a/b")}`;
    assert.equal(free.text, "/v2/org/my%20image/history/a%2Fb");
    assert.throws(() => segments("a//b"), { name: "InvalidPathError" });
  });
});

describe("the path that a server receives", () => {
  const piece = fc.constantFrom("a", "Z9", "_", "-", "/", "//", ".", "..", "%2e", "?", "#", ":", "\\", "\u0000", "é");
  const texts = fc.oneof(
    fc.stringMatching(/^[\w-]{1,8}(\/[\w-]{1,8}){0,3}$/),
    fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join("")),
    fc.string({ unit: "binary" }),
  );

  /** Sends each path that can be built; answers how many there were. */
  async function sent(build: (text: string) => Path, isTaken: (text: string) => boolean): Promise<number> {
    const server = await startRawServer((socket) => socket.write(answerOf("{}")));
    const client = clientAt(`${server.url}/base`);
    const property = fc.asyncProperty(texts, async (text) => {
      if (!isTaken(text)) {
        assert.throws(() => build(text), { name: "InvalidPathError" });
        return;
      }
      const built = build(text);
      await client.get(built);
      assert.equal(server.requests.at(-1)?.split("\r\n")[0], `GET /base${built} HTTP/1.1`);
    });
    try {
      await fc.assert(property, { numRuns: 500 });
    } finally {
      await server.close();
    }
    return server.requests.length;
  }

  it("equals the built one, for every text that is accepted as a uid, and others are refused (row 72)", async () => {
    assert.ok((await sent((uid) => path`/iam/v2/groups/${uid}`, isUid)) > 100);
  });

  it("equals the built one, for every text as one segment, except dots and half surrogate pairs (row 72)", async () => {
    const isTaken = (text: string) => !["", ".", ".."].includes(text) && !/\p{Surrogate}/u.test(text);
    assert.ok((await sent((text) => path`/v2/${segment(text)}/history`, isTaken)) > 300);
  });
});
