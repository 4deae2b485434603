import assert from "node:assert/strict";
import { fixedToken } from "../../../../src/client/api/credentials/token";
import type { HttpReply, Transport } from "../../../../src/client/api/transport";
import { registryHints } from "../../../../src/client/hints";
import { registryOver } from "../../../support/scripted";

const CREDENTIAL = "credential-for-the-registry";
const BASIC = `Basic ${Buffer.from(`_token:${CREDENTIAL}`).toString("base64")}`;
const reply = (status: number, json: unknown): HttpReply => ({ status, headers: {}, text: JSON.stringify(json) });
const refusal = (status: number, code: string) => reply(status, { errors: [{ code, message: `${code} by test` }] });

type Asked = "anonymous" | "direct" | "basic" | "bearer";

interface Rules {
  /** The tags of the public organization that anonymous tokens open; none are issued when there are none. */
  readonly anonymous?: readonly string[];
  readonly takes?: readonly Asked[];
  /** How the credential is not refused, but ignored. */
  readonly ignores?: readonly Asked[];
}

/** A registry whose anonymous tokens open some tags of the public organization, and all others open all. */
function registry({ anonymous = ["latest", "latest-dev"], takes = ["direct", "basic"], ignores = [] }: Rules = {}) {
  const asked: Asked[] = [];
  const tokenOf = (way: Asked): HttpReply => {
    if (takes.includes(way)) return reply(200, { token: "full-token" });
    if (way !== "anonymous" && !ignores.includes(way)) return refusal(403, "DENIED");
    return anonymous.length > 0 ? reply(200, { token: "anonymous-token" }) : refusal(401, "UNAUTHORIZED");
  };
  const transport: Transport = async ({ path: { text }, headers: { authorization } = {} }) => {
    const bearer = authorization?.slice("Bearer ".length);
    if (text === "/token") {
      const way = authorization === undefined ? "anonymous" : authorization === BASIC ? "basic" : "bearer";
      asked.push(way);
      return tokenOf(way);
    }
    const [, org, tag = ""] = /^\/v2\/(\w+)\/.*\/([^/]+)$/.exec(text) ?? [];
    if (bearer === CREDENTIAL) asked.push("direct");
    const isFull = bearer === "full-token" || (bearer === CREDENTIAL && takes.includes("direct"));
    const isPublic = bearer === "anonymous-token" && org === "public" && anonymous.includes(tag);
    if (isFull || isPublic) return reply(200, { history: [] });
    return bearer === "anonymous-token" ? refusal(403, "DENIED") : refusal(401, "UNAUTHORIZED");
  };
  const ask = (credential?: string) => {
    const client = registryOver(transport, {
      ...(credential === undefined ? {} : { credentials: fixedToken(credential, "PLATFORM_REGISTRY_TOKEN") }),
      publicOrg: "public",
      hints: registryHints,
    });
    return (tag: string, org = "public", image = "nginx") => client.history({ org, image, tag });
  };
  return { ask, asked };
}

describe("an image of the public organization (row 108)", () => {
  it("is requested with the configured credentials, except for the free tags", async () => {
    const { ask, asked } = registry();
    const history = ask(CREDENTIAL);
    for (const tag of ["1.27", "1.27-dev", "latest", "latest-dev", "1.26"])
      assert.deepEqual(await history(tag), [], tag);
    assert.deepEqual(asked, ["direct", "direct", "anonymous", "direct"]);
  });

  it("is not read with a token for another access, whichever came first", async () => {
    const { ask, asked } = registry({ takes: ["basic"] });
    const history = ask(CREDENTIAL);
    await Promise.all(["latest", "1.27", "latest", "1.27"].map((tag) => history(tag)));
    assert.deepEqual(asked.sort(), ["anonymous", "basic", "direct", "direct"]);
  });

  it("is requested without credentials when there are none, and the error says what is needed", async () => {
    const { ask, asked } = registry();
    const history = ask();
    assert.deepEqual(await history("latest"), []);
    await assert.rejects(history("1.27"), {
      name: "RegistryError",
      message:
        /^\[DENIED\] GET \/v2\/public\/nginx\/_service\/history\/1\.27: "DENIED by test"\. A private image needs a token/,
    });
    assert.deepEqual(asked, ["anonymous"]);
  });

  it("is requested without credentials as a last resort after a refusal, and from then on directly", async () => {
    const { ask, asked } = registry({ anonymous: ["latest", "1.27"], takes: [] });
    const history = ask(CREDENTIAL);
    assert.deepEqual(await history("1.27"), []);
    assert.deepEqual(await history("1.27"), []);
    assert.deepEqual(asked, ["direct", "basic", "bearer", "anonymous"]);
    // What no way opens is refused in the words of the way that understood the credential.
    await assert.rejects(history("1.26"), {
      message:
        /^\[DENIED\] GET \/token: "DENIED by test"\. .*\. The registry also refused the request with the token at \/token as Bearer \(HTTP 403\), with the token in the request itself \(HTTP 401\), without the token \(HTTP 403\)$/,
    });
  });

  it("is requested with credentials where anonymous access is not free", async () => {
    const { ask, asked } = registry({ anonymous: [] });
    assert.deepEqual(await ask(CREDENTIAL)("latest"), []);
    assert.deepEqual(asked, ["anonymous", "direct"]);
  });
});

describe("an image of another organization", () => {
  it("is never requested without credentials when there are some, for any tag (row 108)", async () => {
    const { ask, asked } = registry({ anonymous: ["latest"], takes: [] });
    await assert.rejects(ask(CREDENTIAL)("latest", "acme"), /\[DENIED\] GET \/token/);
    assert.deepEqual(asked, ["direct", "basic", "bearer"]);
  });

  for (const [takes, first] of [
    [["direct", "basic"], ["direct"]],
    [["basic"], ["direct", "basic"]],
    [["bearer"], ["direct", "basic", "bearer"]],
  ] as const)
    it(`is read from a registry that takes the credential as ${takes.join(" and ")}, and the next one at once (row 252)`, async () => {
      const { ask, asked } = registry({ takes });
      const history = ask(CREDENTIAL);
      assert.deepEqual(await history("v1", "acme", "web"), []);
      assert.deepEqual(asked, first);
      assert.deepEqual(await history("v1", "acme", "shop"), []);
      assert.deepEqual(asked.slice(first.length), first.slice(-1));
    });

  it("is read after a public image for which the registry ignored the credential (row 252)", async () => {
    const { ask, asked } = registry({ anonymous: ["1.27"], takes: ["bearer"], ignores: ["basic"] });
    const history = ask(CREDENTIAL);
    assert.deepEqual(await history("1.27"), []);
    assert.deepEqual(await history("v1", "acme"), []);
    assert.deepEqual(asked, ["direct", "basic", "direct", "basic", "bearer"]);
  });

  it("names what to check if the registry does not know it", async () => {
    const transport: Transport = async ({ path: { text } }) =>
      text.startsWith("/token") ? reply(200, { token: "t" }) : refusal(404, "NAME_UNKNOWN");
    const client = registryOver(transport, { publicOrg: "public", hints: registryHints });
    await assert.rejects(client.history({ org: "acme", image: "nope", tag: "latest" }), {
      message:
        /"NAME_UNKNOWN by test"\. Check the names of organization, image and tag\. The image may also be one that /,
    });
  });
});
