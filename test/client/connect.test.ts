import assert from "node:assert/strict";
import { connect } from "../../src/client/connect";
import { Settings } from "../../src/client/settings";
import { path } from "../../src/description/wire/path";
import { type Emulator, startEmulator } from "../../src/emulator";
import { registryAccess } from "../../src/program/lookups/access";
import { getTagHistory } from "../../src/program/lookups/tag-history";
import { answerOf, type RawServer, startRawServer } from "../support/raw-server";

const TOKEN = "canary-of-the-platform";

describe("a registry on another host than the platform (row 109)", () => {
  let platform: RawServer;
  let registry: RawServer;
  const refused = answerOf('{"errors":[{"code":"UNAUTHORIZED","message":"authentication required"}]}', {
    status: "401 Unauthorized",
  });
  beforeEach(async () => {
    platform = await startRawServer((socket) => socket.write(answerOf('{"token":"token-for-the-registry"}')));
    registry = await startRawServer((socket) => socket.write(refused));
  });
  afterEach(async () => {
    await platform.close();
    await registry.close();
  });

  const ask = (environment: Record<string, string>) => {
    const settings = new Settings(() => undefined, {
      PLATFORM_BASE_URL: platform.url,
      PLATFORM_REGISTRY_URL: registry.url,
      PLATFORM_PUBLIC_ORG: "public",
      ...environment,
    });
    return getTagHistory(registryAccess(settings), { org: "acme", image: "web", tag: "1.27" });
  };
  const sent = () => registry.requests.join("\n");

  it("gets no byte of the platform's token, and the error says what it needs", async () => {
    await assert.rejects(ask({ PLATFORM_TOKEN: TOKEN }), {
      name: "RegistryError",
      message:
        '[UNAUTHORIZED] GET /token: "authentication required". A private image needs a token for the registry, because the platform\'s own token is sent to no other host. Set platform:registryToken or PLATFORM_REGISTRY_TOKEN. In a CI job, you can instead set platform:identity (PLATFORM_IDENTITY) to an identity of the root group with the role registry.pull',
    });
    assert.equal(registry.requests.length, 1);
    assert.doesNotMatch(sent(), /canary|authorization/i);
    assert.deepEqual(platform.requests, []);
  });

  it("gets the token that the platform exchanged for it, and no byte of the job's ID token", async () => {
    await assert.rejects(
      ask({ PLATFORM_TOKEN: TOKEN, PLATFORM_IDENTITY: "acme/ci", PLATFORM_ID_TOKEN: "canary-of-the-job" }),
    );
    assert.match(sent(), /authorization: Bearer token-for-the-registry/i);
    assert.doesNotMatch(sent(), /canary/);
    const host = encodeURIComponent(new URL(registry.url).host);
    assert.match(String(platform.requests[0]), new RegExp(`^POST /sts/exchange\\?aud=${host}&identity=acme%2Fci `));
  });
});

describe("an issuer of tokens at an address of its own", () => {
  let platform: RawServer;
  let issuer: RawServer;
  beforeEach(async () => {
    platform = await startRawServer((socket) => socket.write(answerOf('{"uid":"org"}')));
    issuer = await startRawServer((socket) => socket.write(answerOf('{"token":"access-token"}')));
  });
  afterEach(async () => {
    await platform.close();
    await issuer.close();
  });
  const settings = (environment: Record<string, string>) =>
    new Settings(() => undefined, {
      PLATFORM_BASE_URL: platform.url,
      PLATFORM_ISSUER_URL: issuer.url,
      PLATFORM_IDENTITY: "org/ci",
      PLATFORM_ID_TOKEN: "canary-of-the-job",
      ...environment,
    });
  const get = (environment: Record<string, string> = {}) =>
    connect(settings(environment)).get(path`/iam/v2/groups/${"org"}`);

  it("gets the job's ID token, and the platform gets no byte of it", async () => {
    await get();
    assert.match(issuer.requests.join(), /authorization: Bearer canary-of-the-job/i);
    assert.match(platform.requests.join(), /authorization: Bearer access-token/i);
    assert.doesNotMatch(platform.requests.join(), /canary|sts/);
  });

  it("is asked for a token for the platform's address, or for the audience that is set, within what is set", async () => {
    await get();
    const api = encodeURIComponent(platform.url);
    assert.match(String(issuer.requests[0]), new RegExp(`^POST /sts/exchange\\?aud=${api}&identity=org%2Fci `));
    await get({
      PLATFORM_AUDIENCE: "https://api.example.com",
      PLATFORM_SCOPES: "org/a, org/b",
      PLATFORM_CAP: "repo.list",
      PLATFORM_IDENTITY_PROVIDER: "org/idp",
    });
    assert.match(
      String(issuer.requests[1]),
      /aud=https%3A%2F%2Fapi\.example\.com&identity=org%2Fci&identity_provider=org%2Fidp&scopes=org%2Fa&scopes=org%2Fb&cap=repo\.list /,
    );
  });

  it("must be https, or on this machine, and scopes must be uids: before anything is sent", async () => {
    for (const [environment, message] of [
      [
        { PLATFORM_ISSUER_URL: "http://issuer.example.com" },
        /^ConfigurationError: PLATFORM_ISSUER_URL: must be an https URL/,
      ],
      [{ PLATFORM_ISSUER_URL: "https://a:b@issuer.example.com" }, /PLATFORM_ISSUER_URL: must not contain a user name/],
      [{ PLATFORM_SCOPES: "a b" }, /PLATFORM_SCOPES: must be uids, separated by commas/],
      [{ PLATFORM_SCOPES: "org/a,," }, /PLATFORM_SCOPES: must be uids/],
      [{ PLATFORM_CAP: " , " }, /PLATFORM_CAP: must be names of capabilities, separated by commas/],
    ] as const)
      assert.throws(() => connect(settings(environment)), message);
    assert.deepEqual([platform.requests, issuer.requests], [[], []]);
  });
});

describe("an exchange for the registry that is refused", () => {
  const claimMatch = { issuer: "https://ci.example.com", subject: "repo:acme/app" };
  let emulator: Emulator;
  let root: string;
  beforeEach(async () => {
    emulator = await startEmulator();
    root = emulator.organization.uid;
  });
  afterEach(() => emulator.close());

  const identityIn = (group: string) => String(emulator.put("iam:Identity", group, { name: "bot", claimMatch }).uid);
  /** The history of a tag, for a job with these claims. */
  const history = async (identity: string, job: { subject: string; audience: string }) => {
    const settings = new Settings(() => undefined, {
      ...emulator.environment,
      PLATFORM_REGISTRY_URL: emulator.url.replace("127.0.0.1", "localhost"),
      PLATFORM_PUBLIC_ORG: "public",
      PLATFORM_IDENTITY: identity,
      PLATFORM_ID_TOKEN: await emulator.idToken({ ...claimMatch, ...job }),
      PLATFORM_REGISTRY_TOKEN: "",
    });
    return getTagHistory(registryAccess(settings), { org: "acme", image: "app", tag: "v1" });
  };

  it("shows the identity's claimMatch beside the job's claims, because the platform's own token can read it", () =>
    assert.rejects(
      history(identityIn(root), { subject: "repo:acme/other", audience: "x" }),
      /its claimMatch has issuer "https:\/\/ci\.example\.com", subject "repo:acme\/app"\. This job's ID token has issuer "https:\/\/ci\.example\.com", subject "repo:acme\/other", audience "x"\. The claimMatch has no audience, so the token's audience must be "127\.0\.0\.1:\d+"\. If this job should have access, correct the claimMatch where it differs$/,
    ));

  it("names the identity that the registry refuses: it lies below the root group, or lacks the role (row 277)", async () => {
    const records = [{ updateTimestamp: "2026-01-01T00:00:00.000Z", digest: `sha256:${"a".repeat(64)}` }];
    emulator.history("acme/app", "v1", records);
    const tags = (identity: string) => history(identity, { ...claimMatch, audience: new URL(emulator.url).host });
    const roleUid = String(emulator.list("iam:Role").find(({ name }) => name === "registry.pull")?.uid);
    const bind = (identityUid: string) => emulator.put("iam:RoleBinding", root, { identityUid, roleUid });
    const team = String(emulator.put("iam:Group", root, { name: "team" }).uid);
    const inTeam = identityIn(team);
    bind(inTeam);
    await assert.rejects(tags(inTeam), ({ message }: Error) =>
      message.includes(`for the identity ${inTeam}, which is in group ${team}, not in the root group.`),
    );
    const atRoot = identityIn(root);
    await assert.rejects(tags(atRoot), ({ message }: Error) =>
      message.includes(`for the identity ${atRoot}. It needs the role registry.pull, or one with its capabilities`),
    );
    bind(atRoot);
    assert.deepEqual(await tags(atRoot), records);
  });
});
