import assert from "node:assert/strict";
import { Client } from "../../src/api/client";
import { fixedToken } from "../../src/api/credentials/token";
import { literal } from "../../src/api/path";
import { createTransport } from "../../src/api/transport";
import type { Context } from "../../src/core/context";
import { Handle } from "../../src/core/handle";
import { verbsOf } from "../../src/core/verbs/verbs-of";
import { type Emulator, startEmulator } from "../../src/emulator";
import { resources } from "../../src/resources";
import { group } from "../../src/resources/group";
import { repo } from "../../src/resources/repo";
import { roleBinding } from "../../src/resources/role-binding";
import { parentOf } from "../../src/uid";
import { createContext } from "../support/context";
import { clientOf } from "../support/platform";

const issuer = "https://token.ci.example.com";

describe('a platform that answers "not found" for objects that a token may not see (row 103)', () => {
  let emulator: Emulator;
  let ours: string;
  let theirs: string;
  let binding: string;
  before(async () => {
    emulator = await startEmulator({ forbidden: "hidden" });
    const root = emulator.organization.uid;
    const put = (type: string, parent: string, body: Record<string, unknown>) =>
      String(emulator.put(type, parent, body).uid);
    [ours, theirs] = [put("iam:Group", root, { name: "ours" }), put("iam:Group", root, { name: "theirs" })];
    const roleUid = put("iam:Role", root, {
      name: "sees",
      capabilities: ["CAP_IAM_GROUPS_LIST", "CAP_REPO_LIST", "CAP_IAM_ROLE_BINDINGS_LIST"],
    });
    const identityUid = put("iam:Identity", ours, { name: "bot", claimMatch: { issuer, subject: "s" } });
    put("iam:RoleBinding", ours, { identityUid, roleUid });
    binding = put("iam:RoleBinding", theirs, {
      identityUid,
      roleUid: put("iam:Role", root, { name: "none", capabilities: ["CAP_TAG_LIST"] }),
    });
    for (const name of ["web", "app"]) for (const parent of [ours, theirs]) put("registry:Repo", parent, { name });
  });
  after(() => emulator.close());

  /** A run with a token that reaches one group. */
  async function limitedRun(): Promise<Context> {
    const identity = emulator.list("iam:Identity").find(({ name }) => name === "bot");
    const idToken = await emulator.idToken({ issuer, subject: "s", audience: new URL(emulator.url).host });
    const transport = createTransport(new URL(emulator.url));
    const sts = new Client({ transport, tokens: fixedToken(idToken, "test"), userAgent: "test" });
    const { token } = await sts.call({
      method: "POST",
      path: literal("/sts/exchange"),
      query: [
        ["aud", emulator.url],
        ["identity", String(identity?.uid)],
      ],
    });
    const client = new Client({ transport, tokens: fixedToken(String(token), "test"), userAgent: "test" });
    return createContext(client, resources, { print: () => undefined });
  }

  const repos = (parent: string) =>
    emulator.list("registry:Repo").flatMap(({ uid }) => (String(uid).startsWith(`${parent}/`) ? [String(uid)] : []));
  const reading = (context: Context, uid: string) =>
    verbsOf(repo).read(new Handle(context, repo, uid), { parentUid: parentOf(uid), name: "n" });

  it("never makes an existing object count as deleted, in whatever order objects are read", async () => {
    for (const turned of [false, true]) {
      const context = await limitedRun();
      const [first = "", second = ""] = repos(ours);
      const missing = `${ours}/0123456789abcdef`;
      const hidden = repos(theirs);
      const order = [missing, ...hidden, first, second];
      for (const uid of turned ? order.reverse() : order) {
        if (uid === missing) assert.equal(await reading(context, uid), undefined);
        else if (hidden.includes(uid)) await assert.rejects(reading(context, uid), /no group above it is visible/);
        else assert.notEqual(await reading(context, uid), undefined);
      }
    }
  });

  it("never makes a delete without effect count as successful", async () => {
    const context = await limitedRun();
    await assert.rejects(
      verbsOf(roleBinding).delete(new Handle(context, roleBinding, binding), { parentUid: theirs }),
      /was not deleted, because the group \S+ is not visible/,
    );
    const [hidden = ""] = repos(theirs);
    await assert.rejects(
      verbsOf(repo).delete(new Handle(context, repo, hidden), { parentUid: theirs }),
      /is not visible/,
    );
    await assert.rejects(verbsOf(group).delete(new Handle(context, group, theirs), {}), /is not visible/);
    assert.ok(emulator.get(binding) && emulator.get(hidden) && emulator.get(theirs));
    const all = createContext(clientOf(emulator), resources, { print: () => undefined });
    await verbsOf(roleBinding).delete(new Handle(all, roleBinding, binding), { parentUid: theirs });
    assert.equal(emulator.get(binding), undefined);
  });
});
