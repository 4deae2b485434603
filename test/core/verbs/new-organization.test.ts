import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "../../../src/client/api/client";
import { exchangedToken } from "../../../src/client/api/credentials/oidc";
import { fixedToken } from "../../../src/client/api/credentials/token";
import { tokenCommand } from "../../../src/client/api/credentials/token-command";
import { tokenFile } from "../../../src/client/api/credentials/token-file";
import type { TokenSource } from "../../../src/client/api/layers/authorized";
import { createTransport } from "../../../src/client/api/transport";
import { resources } from "../../../src/description/resources";
import { type Emulator, startEmulator } from "../../../src/emulator";
import { administratorResources } from "../../../src/emulator/seed/seed";
import { createContext } from "../../support/context";
import { verbsIn } from "../../support/local-verbs";
import { clientOf } from "../../support/platform";
import { group, organization, repo, role } from "../../support/resources";

const JOB = { issuer: "https://ci.example.com", subject: "repo:acme/platform", audience: "ci" } as const;
const ROOT = "0a".repeat(20);
const MAKER = `${ROOT}/${"0b".repeat(8)}`;
const TIMES = { createTime: "2026-01-05T08:30:00Z", updateTime: "2026-01-05T08:30:00Z" };
const BINDING = "0c".repeat(20);

/** What happens beside a run. */
interface Hooks {
  readonly whileWaiting?: () => Promise<void>;
  /** Between the organization and what is created in it. */
  readonly before?: () => void;
}

/** An organization with an identity that may create further ones, and is an owner in all of them. */
const objects = [
  { type: "iam:Group", uid: ROOT, values: { name: "acme", ...TIMES } },
  { type: "iam:Identity", uid: MAKER, values: { name: "maker", claimMatch: JOB, ...TIMES } },
  {
    type: "iam:RoleBinding",
    uid: BINDING,
    values: { identityUid: MAKER, roleUid: administratorResources[0]?.uid, createTime: TIMES.createTime },
  },
];

describe("a new organization, whose children need a token that was issued after it", () => {
  let emulator: Emulator;
  let directory: string;
  let file: string;
  const sleeps: number[] = [];
  beforeEach(async () => {
    emulator = await startEmulator({ objects });
    directory = mkdtempSync(join(tmpdir(), "new-organization-"));
    file = join(directory, "token");
    sleeps.length = 0;
  });
  afterEach(async () => {
    await emulator.close();
    rmSync(directory, { recursive: true });
  });

  const exchanged = async (): Promise<TokenSource> =>
    exchangedToken(
      {
        idToken: fixedToken(await emulator.idToken(JOB), "test"),
        transport: createTransport(new URL(emulator.url)),
        host: new URL(emulator.url).host,
        userAgent: "test",
      },
      { identity: MAKER, audience: emulator.url },
    );
  const exchanges = (): number => emulator.requests.filter(({ path }) => path === "/sts/exchange").length;
  /** Somebody else keeps the token file fresh. */
  const writeToken = async (): Promise<void> =>
    writeFileSync(file, (await (await exchanged()).current()).reveal(), { mode: 0o600 });

  /** Creates an organization and then, at once, things in it, in a run with a token of the source. */
  async function creating(tokens: TokenSource, { whileWaiting, before }: Hooks = {}) {
    const client = new Client({ transport: createTransport(new URL(emulator.url)), tokens, userAgent: "test" });
    const context = createContext(client, resources, {
      print: () => undefined,
      sleep: async (ms) => {
        sleeps.push(ms);
        await whileWaiting?.();
      },
    });
    const { uid } = await verbsIn(context, organization).create({ name: "acme-emea" });
    before?.();
    const made = await Promise.allSettled([
      verbsIn(context, group).create({ parentUid: uid, name: "team" }),
      verbsIn(context, repo).create({ parentUid: uid, name: "web" }),
      verbsIn(context, role).create({ parentUid: uid, name: "puller", capabilities: ["CAP_REPO_LIST"] }),
    ]);
    return { uid, made };
  }
  const failures = (made: readonly PromiseSettledResult<unknown>[]): string[] =>
    made.flatMap((one) => (one.status === "rejected" ? [String((one.reason as Error).message)] : []));

  it("gets its children with the exchange of an ID token, which is exchanged once more for all of them (row 242)", async () => {
    const { uid, made } = await creating(await exchanged());
    assert.deepEqual(failures(made), []);
    assert.equal(emulator.list("iam:Group").filter((one) => String(one.uid).startsWith(`${uid}/`)).length, 1);
    assert.equal(exchanges(), 2);
  });

  it("gets its children with a token file that somebody keeps fresh (row 242)", async () => {
    await writeToken();
    assert.deepEqual(failures((await creating(tokenFile(file, "test"), { whileWaiting: writeToken })).made), []);
  });

  it("gets its children with a command that prints a new token (row 242)", async () => {
    await writeToken();
    const tokens = tokenCommand(`cat ${file}`, "test", process.env);
    assert.deepEqual(failures((await creating(tokens, { whileWaiting: writeToken })).made), []);
  });

  it("reports that a fixed token cannot create its children, and a run with a newer one can (row 243)", async () => {
    const token = await (await exchanged()).current();
    const { uid, made } = await creating(fixedToken(token.reveal(), "test"));
    const messages = failures(made);
    assert.equal(messages.length, 3);
    for (const message of messages) {
      assert.match(message, /^\[PERMISSION_DENIED\] POST /);
      assert.ok(message.includes(`This run created the organization ${uid}.`), message);
      assert.match(
        message,
        /The token is older than this organization, so it has no rights there\. There is no newer token\./,
      );
      assert.match(message, /Run pulumi up again with a newer token\.$/);
    }
    const later = await (await exchanged()).current();
    const context = createContext(clientOf(emulator, later.reveal()), resources, { print: () => undefined });
    await verbsIn(context, group).create({ parentUid: uid, name: "team" });
  });

  it("reports that a new token is refused too, if the identity has no role there (row 243)", async () => {
    const { made } = await creating(await exchanged(), { before: () => void emulator.remove(BINDING) });
    for (const message of failures(made)) {
      assert.match(
        message,
        /The platform also refused a new token\.\n- Create a role binding for the identity in this organization, and run pulumi up again\.$/,
      );
    }
    assert.equal(failures(made).length, 3);
  });
});
