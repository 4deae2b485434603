import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { exportJWK, SignJWT } from "jose";
import { asBasic, type Calling, clockAt, type Reply, send, testWith } from "./local";
import { bound, CI, JOB, play, START, stories, storiesWith } from "./story";

const HISTORY = "GET /v2/acme/app/_service/history/v1";
const LOGIN = "GET /token?scope=repository:acme/app:pull";
const RECORDS = `[{"updateTimestamp":"2026-01-01T00:00:00.000Z","digest":"sha256:${"a".repeat(64)}"}]`;
const APP = `history acme/app v1 ${RECORDS}`;

/** Lines that go on with a new token of an identity: for the registry, or for what the query says. */
const asPuller = (identity = "$CI", more = "aud=$HOST"): string => `
    as job
    PULLER = POST /sts/exchange?identity=${identity}&${more}
    as bearer $PULLER`;

describe("tokens for the emulator's registry (row 253)", () => {
  for (const [registryTakes, direct, basic, bearer] of [
    [undefined, 200, 200, 401],
    [["direct"], 200, 401, 401],
    [["basic"], 401, 200, 401],
    [["bearer"], 401, 401, 200],
    [[], 401, 401, 401],
  ] as const) {
    const used = (token: string) => `
      as bearer ${token}
      ${HISTORY} -> ${direct}
      ${LOGIN} -> ${bearer}
      as user _token ${token}
      ${LOGIN} -> ${basic}`;
    storiesWith(registryTakes === undefined ? {} : { registryTakes })(`
      # is what registryTakes says: ${registryTakes?.join(" and ") ?? "the documented way by default"}
      ${APP}
      ${CI}
      ${bound("$REGISTRY_PULL")}
      ${asPuller()}
      ${used("$PULLER")}
      ${used("$REGISTRY_TOKEN")}
    `);
  }

  stories(`
    # refuses a token of the API's audience, and ignores a bearer token at /token
    ${APP}
    ${CI}
    ${bound("$REGISTRY_PULL")}
    as $CI
    ${HISTORY} -> 403
    ${LOGIN} -> 401
    as user _token $TOKEN
    ${LOGIN} -> 403
    as bearer stray
    GET /token?scope=repository:public-org/nginx:pull
    ${HISTORY} -> 401
  `);
});

describe("which identity reaches the registry of the emulator (row 254)", () => {
  const all = ["CAP_REPO_LIST", "CAP_REPO_BLOBS_GET", "CAP_MANIFEST_LIST", "CAP_TAG_LIST"];
  const lacking = all.map(
    (one) => `
    edit $ROLE ${JSON.stringify({ capabilities: all.filter((name) => name !== one) })}
    ${HISTORY} -> 403
  `,
  );
  stories(`
    # belongs to the root group, wherever its role applies
    ${APP}
    TEAM = put iam:Group $ORG {"name":"team"}
    CI = put iam:Identity $TEAM ${JSON.stringify({ name: "ci", claimMatch: JOB })}
    ${bound("$OWNER")}
    ${asPuller()}
    ${HISTORY} -> 403
    as user _token $PULLER
    ${LOGIN} -> 403
  `);

  stories(`
    # has every capability that pulling needs, in the group of the image, within the limits of its token
    ${APP}
    history other/app v1 ${RECORDS}
    TEAM = put iam:Group $ORG {"name":"team"}
    put iam:Group ${" "}{"name":"other"}
    ${CI}
    ROLE = put iam:Role $ORG ${JSON.stringify({ name: "own", capabilities: all })}
    ${bound("$ROLE")}
    ${asPuller("$CI", "aud=$HOST&scopes=$ORG")}
    ${HISTORY}
    ${asPuller("$CI", "aud=$HOST&scopes=$TEAM")}
    ${HISTORY} -> 403
    ${asPuller("$CI", "aud=$HOST&cap=CAP_TAG_LIST")}
    ${HISTORY} -> 403
    ${asPuller()}
    ${HISTORY}
    ${HISTORY.replace("acme", "other")} -> 403
    ${lacking.join("")}
  `);
});

describe("a pull token at the registry of the emulator (row 255)", () => {
  const PULL = { iss: "https://pull.example.com", sub: "cluster" };
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const SECONDS = Math.floor(Date.parse(START) / 1000);
  const EXPIRY = "2026-12-21T11:32:03.384Z";

  /** An identity with static keys that may pull, and what signs its tokens. */
  async function pullIdentity(emulator: Calling, more = {}) {
    await play(emulator, `${APP}\n${CI}\n${bound("$REGISTRY_PULL")}`);
    const uid = String(emulator.list("iam:Identity").at(-1)?.uid);
    const issuerKeys = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), alg: "RS256" }] });
    const keys = { issuer: PULL.iss, subject: PULL.sub, issuerKeys, expirationTime: EXPIRY, audiences: [], ...more };
    emulator.edit(uid, { staticKeys: keys });
    const sign = (claims = {}, key = privateKey) =>
      new SignJWT({ ...PULL, aud: emulator.url, exp: SECONDS + 30 * 86_400, ...claims })
        .setProtectedHeader({ alg: "RS256" })
        .sign(key);
    return { uid, sign };
  }

  const login = ({ url }: Calling, uid: string, password: string): Promise<Reply> =>
    send(url, LOGIN, undefined, asBasic(uid, password));
  const options = { now: () => new Date(START) };

  testWith(options)("opens private images as user name and password of /token, if it has a role", async (emulator) => {
    const { uid, sign } = await pullIdentity(emulator);
    const { status, body } = await login(emulator, uid, await sign());
    assert.equal(status, 200);
    const history = await send(emulator.url, HISTORY, undefined, String(body.token));
    assert.deepEqual(history.body, { history: JSON.parse(RECORDS) });
    assert.equal((await emulator.call(HISTORY, undefined, await sign())).status, 401);
    for (const { uid: binding } of emulator.list("iam:RoleBinding")) emulator.remove(String(binding));
    assert.equal((await login(emulator, uid, await sign())).status, 403);
  });

  testWith(options)("is refused for another subject, altered, for another audience or issuer", async (emulator) => {
    const { uid, sign } = await pullIdentity(emulator);
    const { privateKey: stray } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const other = emulator.put("iam:Identity", emulator.organization.uid, { name: "other", claimMatch: JOB }).uid;
    for (const [user, password] of [
      [String(other), await sign()],
      [`${uid}0`, await sign()],
      [uid, await sign({}, stray)],
      [uid, await sign({ aud: "https://elsewhere.example.com" })],
      [uid, await sign({ iss: "https://other.example.com" })],
      [uid, await sign({ sub: "another" })],
    ] as const)
      assert.equal((await login(emulator, user, password)).status, 401);
  });

  const clock = clockAt(START);
  testWith({ now: clock.now })(
    "is refused once it or its identity has expired, or the identity is deleted",
    async (emulator) => {
      const { uid, sign } = await pullIdentity(emulator);
      const [short, long] = [await sign({ exp: SECONDS + 60 }), await sign({ exp: SECONDS + 400 * 86_400 })];
      clock.move(61_000);
      assert.equal((await login(emulator, uid, short)).status, 401);
      assert.equal((await login(emulator, uid, long)).status, 200);
      clock.move(30 * 86_400_000);
      assert.equal((await login(emulator, uid, long)).status, 401);
      const again = await pullIdentity(emulator, { expirationTime: "2027-01-21T12:00:00Z" });
      assert.equal((await login(emulator, again.uid, long)).status, 200);
      emulator.remove(again.uid);
      assert.equal((await login(emulator, again.uid, long)).status, 401);
    },
  );
});
