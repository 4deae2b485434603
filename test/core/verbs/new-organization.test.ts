import assert from "node:assert/strict";
import { expiringToken } from "../../../src/client/api/credentials/expiring-token";
import { fixedToken } from "../../../src/client/api/credentials/token";
import type { TokenSource } from "../../../src/client/api/layers/authorized";
import { Secret } from "../../../src/client/api/secret";
import { administratorResources } from "../../../src/emulator/seed/seed";
import { LocalPlatform, placed } from "../../support/local-platform";
import { verbsIn } from "../../support/local-verbs";
import { group, identity, organization, repo, role, roleBinding } from "../../support/resources";

const BINDING = "0c".repeat(20);

describe("a new organization, whose children need a token that was issued after it", () => {
  let platform: LocalPlatform;
  let issued: number;
  beforeEach(() => {
    issued = 0;
    // `org/maker` may create organizations, and is an owner in all of them.
    platform = new LocalPlatform(
      [
        placed(identity, "org/maker", { name: "maker", servicePrincipal: "SERVICE_PRINCIPAL_SKILLS" }),
        placed(roleBinding, BINDING, { identityUid: "org/maker", roleUid: administratorResources[0]?.uid }),
      ],
      { tokenGrants: "frozen" },
    );
  });

  const newToken = () => platform.tokenOf("org/maker");
  /** As the exchange of an ID token and a token command. */
  const exchanged = (): TokenSource =>
    expiringToken(async () => {
      issued += 1;
      return { token: new Secret(await newToken()), expiresAt: undefined };
    });

  /** Creates an organization and then, at once, things in it; `before` happens between the two, `waiting` in each wait. */
  async function creating(tokens: TokenSource, { before = () => {}, waiting = async () => {} } = {}) {
    const run = platform.run({}, tokens);
    const sleep = async (ms: number) => {
      await run.sleep(ms);
      await waiting();
    };
    const context = { ...run, sleep };
    const { uid } = await verbsIn(context, organization).create({ name: "acme-emea" });
    before();
    const made = await Promise.allSettled([
      verbsIn(context, group).create({ parentUid: uid, name: "team" }),
      verbsIn(context, repo).create({ parentUid: uid, name: "web" }),
      verbsIn(context, role).create({ parentUid: uid, name: "puller", capabilities: ["CAP_REPO_LIST"] }),
    ]);
    return { uid, failures: made.flatMap((one) => (one.status === "rejected" ? [String(one.reason.message)] : [])) };
  }

  it("gets its children with one more exchange for all of them (row 242)", async () => {
    const { uid, failures } = await creating(exchanged());
    assert.deepEqual(failures, []);
    assert.equal(platform.emulator.list("iam:Group").filter((one) => String(one.uid).startsWith(`${uid}/`)).length, 1);
    assert.equal(issued, 2);
  });

  it("reports that a fixed token cannot create its children, and a run with a newer one can (row 243)", async () => {
    const { uid, failures } = await creating(fixedToken(await newToken(), "test"));
    assert.equal(failures.length, 3);
    for (const message of failures) {
      assert.match(message, /^\[PERMISSION_DENIED\] POST /);
      assert.ok(message.includes(`This run created the organization ${uid}.`), message);
      assert.match(
        message,
        /The token is older than this organization, so it has no rights there\. There is no newer token\.[\s\S]*Run pulumi up again with a newer token\.$/,
      );
    }
    await verbsIn(platform.run({}, await newToken()), group).create({ parentUid: uid, name: "team" });
  });

  it("reports that a new token is refused too, if the identity has no role there (row 243)", async () => {
    const { failures } = await creating(exchanged(), { before: () => platform.remove(BINDING) });
    assert.equal(failures.length, 3);
    for (const message of failures)
      assert.match(
        message,
        /The platform also refused a new token\.\n- Create a role binding for the identity in this organization, and run pulumi up again\.$/,
      );
  });
});
