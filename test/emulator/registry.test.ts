import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import type { Emulator } from "../../src/emulator/index";
import { asBasic, clockAt, type Reply, send, test, testWith, withEmulator } from "./local";

const HISTORY = "/v2/public-org/nginx/_service/history/latest";
const oci = ({ status, body }: Reply): unknown[] => {
  const [first] = (body.errors ?? []) as { code: string; message: string }[];
  return [status, first?.code, first?.message];
};
const records = ({ body }: Reply) => body.history as { updateTimestamp: string; digest: string }[];
/** Asks `/token`, anonymously or with the token of the registry. */
const askToken = (url: string, repository: string, token?: string): Promise<Reply> =>
  send(
    url,
    `GET /token?scope=repository:${repository}:pull`,
    undefined,
    token === undefined ? null : asBasic("_token", token),
  );
const tokenFor = async ({ url }: Emulator, repository: string, token?: string): Promise<string> =>
  String((await askToken(url, repository, token)).body.token);
const digestOf = (text: string): string => `sha256:${createHash("sha256").update(text).digest("hex")}`;

const unauthorized = [401, "UNAUTHORIZED", "authentication required"];
const denied = [403, "DENIED", "the token is not valid for this repository"];

describe("registry tokens of the emulator", () => {
  testWith({ now: () => new Date("2026-11-21T11:32:03.384Z") })(
    "are given without credentials for images of the public organization",
    async ({ url }) => {
      const { status, body } = await send(url, "GET /token?scope=repository:public-org/nginx:pull");
      const { token, ...rest } = body;
      assert.deepEqual([status, rest], [200, { expires_in: 300, issued_at: "2026-11-21T11:32:03Z" }]);
      assert.match(String(token), /^rt_[0-9a-f]{48}$/);
    },
  );

  test("need the registry's own token for private images", async ({ url, token, registryToken }) => {
    const ask = (repository: string, credential?: string) => askToken(url, repository, credential);
    assert.deepEqual(oci(await ask("acme/app")), unauthorized);
    assert.deepEqual(oci(await ask("acme/app", "stray")), unauthorized);
    assert.deepEqual(oci(await ask("acme/app", token)), denied);
    assert.deepEqual(oci(await ask("public-org/nginx", token)), denied);
    assert.deepEqual(oci(await ask("other/app", registryToken)), denied);
    assert.equal((await ask("acme/app", registryToken)).status, 200);
  });

  test("open nothing without a scope, as for docker login, and prove the credential", async ({
    url,
    token,
    registryToken,
  }) => {
    const logIn = (password: string) => send(url, "GET /token", undefined, asBasic("_token", password));
    const reply = await logIn(registryToken);
    assert.equal(reply.status, 200);
    const issued = String(reply.body.token);
    assert.deepEqual(oci(await send(url, "GET /v2/acme/app/_service/history/v1", undefined, issued)), denied);
    assert.deepEqual(oci(await logIn("garbage")), unauthorized);
    assert.deepEqual(oci(await logIn(token)), denied);
    assert.deepEqual(oci(await send(url, "GET /token", undefined, null)), unauthorized);
  });

  for (const scope of ["repository:nginx:pull", "repository:acme/app:push", "registry:catalog:*"]) {
    test(`are refused for the scope "${scope}"`, async ({ url }) => {
      const reply = await send(url, `GET /token?scope=${encodeURIComponent(scope)}`);
      assert.deepEqual(oci(reply), [400, "UNSUPPORTED", "scope must be repository:<org>/<image>:pull"]);
    });
  }

  it("are valid for one repository and for five minutes", async () => {
    const clock = clockAt("2026-01-01T00:00:00Z");
    await withEmulator({ now: clock.now }, async (emulator) => {
      const token = await tokenFor(emulator, "public-org/nginx");
      const get = (path: string, bearer?: string) => send(emulator.url, `GET ${path}`, undefined, bearer);
      assert.deepEqual(oci(await get("/v2/public-org/python/_service/history/latest", token)), denied);
      clock.move(299_999);
      assert.equal((await get(HISTORY, token)).status, 200);
      clock.move(1);
      assert.deepEqual(oci(await get(HISTORY, token)), unauthorized);
    })();
  });
});

describe("the tag history of the emulator", () => {
  test("challenges a request without a token, and refuses the token of the API", async ({ url, token }) => {
    const reply = await send(url, `GET ${HISTORY}`);
    assert.deepEqual(oci(reply), unauthorized);
    const challenge = `Bearer realm="${url}/token",service="registry.platform.example",scope="repository:public-org/nginx:pull"`;
    assert.equal(reply.headers.get("www-authenticate"), challenge);
    assert.deepEqual(oci(await send(url, `GET ${HISTORY}`, undefined, token)), denied);
  });

  test("equals the captured sample", async (emulator) => {
    const token = await tokenFor(emulator, "public-org/nginx");
    const reply = await send(emulator.url, `GET ${HISTORY}?end=2024-01-01T17:00:00Z`, undefined, token);
    assert.deepEqual(reply.body, {
      history: [
        { updateTimestamp: "2024-01-01T08:00:00.555Z", digest: digestOf("0") },
        { updateTimestamp: "2024-01-01T16:00:00.556Z", digest: digestOf("1") },
      ],
    });
  });

  test("has a record of each digest that a tag got over the API (row 197)", async (emulator) => {
    const root = emulator.organization.uid;
    const repo = String(emulator.put("registry:Repo", root, { name: "shop" }).uid);
    const create = (digest: string, deprecated = false) =>
      send(emulator.url, `POST /registry/v2/tags/${repo}`, { name: "v9", digest, deprecated }, emulator.token);
    for (const [letter, deprecated] of [
      ["0", false],
      ["1", false],
      ["1", true],
      ["0", false],
    ] as const) {
      assert.equal((await create(digestOf(letter), deprecated)).status, 200);
    }
    const token = await tokenFor(emulator, "acme/shop", emulator.registryToken);
    const reply = await send(emulator.url, "GET /v2/acme/shop/_service/history/v9", undefined, token);
    assert.deepEqual(
      records(reply).map(({ digest }) => digest),
      [digestOf("0"), digestOf("1"), digestOf("0")],
    );
    const times = records(reply).map(({ updateTimestamp }) => Date.parse(updateTimestamp));
    assert.ok(times.every((time, i) => time > (times[i - 1] ?? 0)));
  });

  test("returns at most a thousand records, oldest first, and all of them in windows", async (emulator) => {
    const token = await tokenFor(emulator, "public-org/nginx");
    const sizes: number[] = [];
    const seen = new Set<string>();
    for (let start = ""; ; ) {
      const window = records(await send(emulator.url, `GET ${HISTORY}?start=${start}`, undefined, token));
      sizes.push(window.length);
      for (const { digest } of window) seen.add(digest);
      const next = window.at(-1)?.updateTimestamp ?? "";
      if (window.length < 1000) break;
      start = next;
    }
    assert.deepEqual(sizes, [1000, 1000, 502]);
    assert.equal(seen.size, 2500);
  });

  for (const [historyBounds, counts] of [
    ["inclusive", [3, 2, 1]],
    ["exclusive", [1, 1, 0]],
  ] as const) {
    testWith({ historyBounds })(`treats its bounds as ${historyBounds} when so configured`, async (emulator) => {
      const times = ["2026-01-01T00:00:00.000Z", "2026-01-02T00:00:00.000Z", "2026-01-03T00:00:00.000Z"] as const;
      emulator.history(
        "acme/app",
        "v1",
        times.map((updateTimestamp) => ({ updateTimestamp, digest: digestOf(updateTimestamp) })),
      );
      const token = await tokenFor(emulator, "acme/app", emulator.registryToken);
      const count = async (query: string): Promise<number> =>
        records(await send(emulator.url, `GET /v2/acme/app/_service/history/v1?${query}`, undefined, token)).length;
      const [first, second, third] = times;
      const found = [
        await count(`start=${first}&end=${third}`),
        await count(`start=${second}`),
        await count(`start=${second}&end=2026-01-02T00:00:00Z`),
      ];
      assert.deepEqual(found, counts);
    });
  }

  test("sorts its records, and supports images with slashes in their names", async (emulator) => {
    const [older, newer] = ["2026-01-01T00:00:00Z", "2026-01-01T00:00:00.500Z"].map((updateTimestamp) => ({
      updateTimestamp,
      digest: digestOf(updateTimestamp),
    }));
    if (older === undefined || newer === undefined) throw new Error("two records were made");
    emulator.history("acme/team/app", "v1.2_x", [newer, older]);
    const token = await tokenFor(emulator, "acme/team/app", emulator.registryToken);
    const reply = await send(emulator.url, "GET /v2/acme/team/app/_service/history/v1.2_x", undefined, token);
    assert.deepEqual(records(reply), [older, newer]);
  });

  test("distinguishes an unknown tag from an unknown repository, and refuses an invalid time", async (emulator) => {
    const get = async (repository: string, rest: string): Promise<unknown[]> =>
      oci(
        await send(
          emulator.url,
          `GET /v2/${repository}/_service/history/${rest}`,
          undefined,
          await tokenFor(emulator, repository),
        ),
      );
    const noTag = [404, "MANIFEST_UNKNOWN", "tag not known to registry"];
    assert.deepEqual(await get("public-org/nginx", "nope"), noTag);
    assert.deepEqual(await get("public-org/python", "latest"), noTag);
    assert.deepEqual(await get("public-org/none", "latest"), [
      404,
      "NAME_UNKNOWN",
      "repository name not known to registry",
    ]);
    const noTime = [400, "UNSUPPORTED", "start must be an ISO 8601 timestamp"];
    assert.deepEqual(await get("public-org/nginx", "latest?start=yesterday"), noTime);
  });

  testWith({ historySegment: "_meta" })("lies under the configured path segment", async (emulator) => {
    const token = await tokenFor(emulator, "public-org/nginx");
    assert.equal((await send(emulator.url, `GET ${HISTORY}`, undefined, token)).status, 404);
    assert.equal(
      (await send(emulator.url, `GET ${HISTORY.replace("_service", "_meta")}`, undefined, token)).status,
      200,
    );
  });
});
