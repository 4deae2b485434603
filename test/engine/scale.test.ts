import assert from "node:assert/strict";
import { type AddressInfo, connect, createServer, type Server } from "node:net";
import { succeeded } from "../support/engine";
import { describeEngine } from "./describe-engine";
import { assertInvariants } from "./invariants";

/** A way to a server that counts the connections open at once. */
async function counted(target: URL): Promise<{ url: string; most: () => number; close: () => void }> {
  let open = 0;
  let most = 0;
  const server: Server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    most = Math.max(most, ++open);
    near.once("close", () => {
      open -= 1;
      far.destroy();
    });
    for (const socket of [near, far]) socket.on("error", () => near.destroy());
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    most: () => most,
    close: () => void server.close(),
  };
}

describeEngine(
  "a large stack",
  (engine) => {
    const COUNT = 300;
    it("needs one token, at most 33 connections, and a request for each of 300 resources and 3 more every 5 seconds, 64 at a time (rows 85, 128)", async () => {
      const { emulator, stack } = engine;
      const [issuer, subject] = ["https://token.ci.example.com", "s"];
      const identity = String(
        emulator.put("iam:Identity", engine.root, { name: "bot", claimMatch: { issuer, subject } }).uid,
      );
      const roleUid = String(emulator.list("iam:Role").find(({ name }) => name === "owner")?.uid);
      emulator.put("iam:RoleBinding", engine.root, { identityUid: identity, roleUid });
      const args = { parentUid: engine.root };
      engine.declare(Array.from({ length: COUNT }, (_, n) => ({ name: `group-${n}`, class: "Group", args })));
      const way = await counted(new URL(emulator.url));
      try {
        emulator.clearRequests();
        succeeded(
          await stack.run(["up", "--yes", "--skip-preview", "--suppress-progress", "--parallel", "64"], {
            PLATFORM_BASE_URL: way.url,
            PLATFORM_TOKEN: "",
            PLATFORM_IDENTITY: identity,
            PLATFORM_ID_TOKEN: await emulator.idToken({ issuer, subject, audience: new URL(way.url).host }),
          }),
        );
      } finally {
        way.close();
      }
      const asked = (path: string) => emulator.requests.filter((request) => request.path.startsWith(path)).length;
      assert.equal(asked("/sts/exchange"), 1);
      // A create for each, one look alone, and the listings that answer all others, of two pages at most, for five seconds each.
      const sent = emulator.requests.filter(({ path }) => path.startsWith("/iam/v2/groups"));
      const seconds = ((sent.at(-1)?.time.getTime() ?? Number.NaN) - (sent[0]?.time.getTime() ?? Number.NaN)) / 1_000;
      const looks = sent.filter(({ method }) => method !== "POST").length;
      assert.equal(sent.length - looks, COUNT);
      assert.ok(looks <= 1 + 2 * (1 + seconds / 5), `${looks} looks in ${seconds} s`);
      // 32 for the requests, and that of the token exchange.
      assert.ok(way.most() <= 33, `${way.most()} connections`);
      await assertInvariants(engine);
    });
  },
  { writesOnce: true, timeoutMs: 600_000 },
);
