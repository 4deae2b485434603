import assert from "node:assert/strict";
import { fixedToken } from "../../../../src/api/credentials/token";
import { RegistryClient } from "../../../../src/api/registry/client";
import type { HttpReply, Transport } from "../../../../src/api/transport";
import { registryHints } from "../../../../src/hints";

const CREDENTIAL = "credential-for-the-registry";
const reply = (status: number, json: unknown): HttpReply => ({ status, headers: {}, text: JSON.stringify(json) });
const refusal = (status: number, code: string) => reply(status, { errors: [{ code, message: `${code} by test` }] });

interface Rules {
  /** Whether anonymous callers get tokens at all, and for which tags those are good. */
  readonly anonymous?: readonly string[] | undefined;
  readonly takesCredential?: boolean;
}

/** A registry whose anonymous tokens open some tags of the public organisation, and all others open all. */
function registry({ anonymous = ["latest", "latest-dev"], takesCredential = true }: Rules = {}) {
  const asked: string[] = [];
  const transport: Transport = async ({ path: { text }, query = [], headers = {} }) => {
    const bearer = headers.authorization?.slice("Bearer ".length);
    if (text === "/token") {
      asked.push(`${bearer === undefined ? "anonymous" : "identified"} ${query[0]?.[1]}`);
      if (bearer === undefined)
        return anonymous.length > 0 ? reply(200, { token: "anonymous-token" }) : refusal(401, "UNAUTHORIZED");
      return takesCredential && bearer === CREDENTIAL ? reply(200, { token: "full-token" }) : refusal(403, "DENIED");
    }
    const tag = text.slice(text.lastIndexOf("/") + 1);
    const isOpen = bearer === "full-token" || (bearer === "anonymous-token" && anonymous.includes(tag));
    return isOpen ? reply(200, { history: [] }) : refusal(403, "DENIED");
  };
  const ask = (credential?: string) => {
    const client = new RegistryClient({
      transport,
      ...(credential === undefined ? {} : { credentials: fixedToken(credential, "PLATFORM_REGISTRY_TOKEN") }),
      publicOrg: "public",
      historySegment: "_service",
      userAgent: "test",
      hints: registryHints,
    });
    return (tag: string, org = "public") => client.history({ org, image: "nginx", tag });
  };
  return { ask, asked };
}

const publicImage = "repository:public/nginx:pull";

describe("an image of the public organisation (row 108)", () => {
  it("is requested with the configured credentials, except for the free tags", async () => {
    const { ask, asked } = registry();
    const history = ask(CREDENTIAL);
    for (const tag of ["1.27", "1.27-dev", "latest", "latest-dev", "1.26"])
      assert.deepEqual(await history(tag), [], tag);
    assert.deepEqual(asked, [`identified ${publicImage}`, `anonymous ${publicImage}`]);
  });

  it("is not read with a token for another access, whichever came first", async () => {
    const { ask, asked } = registry();
    const history = ask(CREDENTIAL);
    await Promise.all(["latest", "1.27", "latest", "1.27"].map((tag) => history(tag)));
    assert.deepEqual(asked.sort(), [`anonymous ${publicImage}`, `identified ${publicImage}`]);
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
    assert.deepEqual(asked, [`anonymous ${publicImage}`]);
  });

  it("is requested without credentials as a last resort after a refusal, and from then on directly", async () => {
    const { ask, asked } = registry({ anonymous: ["latest", "1.27"], takesCredential: false });
    const history = ask(CREDENTIAL);
    assert.deepEqual(await history("1.27"), []);
    assert.deepEqual(await history("1.27"), []);
    assert.deepEqual(asked, [`identified ${publicImage}`, `anonymous ${publicImage}`]);
    // What neither opens is refused in the words of the access that should have opened it.
    await assert.rejects(history("1.26"), /^RegistryError: \[DENIED\] GET \/token: "DENIED by test"/);
  });

  it("is requested with credentials where anonymous access is not free", async () => {
    const { ask, asked } = registry({ anonymous: [] });
    assert.deepEqual(await ask(CREDENTIAL)("latest"), []);
    assert.deepEqual(asked, [`anonymous ${publicImage}`, `identified ${publicImage}`]);
  });
});

describe("an image of another organisation (row 108)", () => {
  it("is never requested without credentials when there are some, for any tag", async () => {
    const { ask, asked } = registry({ anonymous: ["latest"], takesCredential: false });
    await assert.rejects(ask(CREDENTIAL)("latest", "acme"), /\[DENIED\] GET \/token/);
    assert.deepEqual(asked, ["identified repository:acme/nginx:pull"]);
  });
});
