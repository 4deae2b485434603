import assert from "node:assert/strict";
import { Client } from "../../../src/api/client";
import type { HttpRequest } from "../../../src/api/transport";
import { createContext } from "../../../src/lifecycle/run/context";
import { Handle, Kind } from "../../../src/lifecycle/run/handle";
import { create } from "../../../src/lifecycle/verbs/create";
import { deleteObject } from "../../../src/lifecycle/verbs/delete";
import { update } from "../../../src/lifecycle/verbs/update";
import { resources } from "../../../src/resources";
import type { ResourceSpec } from "../../../src/spec/resource";
import { listed, missing, object, refusal, scriptedContext } from "../../support/lifecycle";
import { type Scripted, scriptedClient } from "../../support/scripted";

const specOf = (type: string): ResourceSpec => resources[type] as ResourceSpec;
const group = specOf("iam:Group");
const org = object({ uid: "org", name: "org" });

describe("what is believed of a delete (row 101)", () => {
  const removing = async (list: Scripted, uids = ["org/g1", "org/g2", "org/g3"]) => {
    const answer = ({ method, path: { text } }: HttpRequest): Scripted => {
      if (method === "DELETE") return object({});
      if (text === "/iam/v2/groups/org") return org;
      // All of them are there: nothing was deleted.
      if (text.startsWith("/iam/v2/groups/")) return object({ uid: text.slice("/iam/v2/groups/".length), name: "n" });
      return list;
    };
    const { context } = scriptedContext(Array(60).fill(answer));
    const results = await Promise.allSettled(uids.map((uid) => deleteObject(new Handle(context, group, uid), {})));
    return results.map(({ status }) => status);
  };
  const allKept = ["rejected", "rejected", "rejected"];

  it("a list that counts more than it shows proves nothing to be gone", async () => {
    assert.deepEqual(await removing(object({ totalCount: "3" })), allKept);
  });

  it("a list of a first page without its token proves nothing to be gone", async () => {
    assert.deepEqual(await removing(object({ groups: [{ uid: "org/g1" }], totalCount: 3 })), allKept);
  });

  it("an empty list whose count is 0 or hidden by a filter proves nothing where the objects answer (a stale replica)", async () => {
    assert.deepEqual(await removing(object({ groups: [], totalCount: "0" })), allKept);
  });
});

describe("what is said of a delete whose time is over", () => {
  it("is not that the object is still there, for nobody has looked", async () => {
    let now = 0;
    const requests: string[] = [];
    const client = new Client({
      clock: () => now,
      sleep: async (ms) => {
        now += ms;
      },
      userAgent: "t",
      operationTimeoutMs: 10_000,
      transport: async ({ method, path: { text } }) => {
        requests.push(`${method} ${text}`);
        if (method === "DELETE") {
          now += 10_001;
          return { status: 200, headers: {}, text: "{}" };
        }
        return { status: 200, headers: {}, text: JSON.stringify({ uid: "org", name: "org" }) };
      },
    }).forOperation();
    const context = createContext(client, resources, { sleep: async () => undefined, print: () => undefined });
    const error = await deleteObject(new Handle(context, group, "org/a"), {}).then(() => "", String);
    assert.deepEqual(requests, ["GET /iam/v2/groups/org", "DELETE /iam/v2/groups/org/a"]);
    assert.doesNotMatch(error, /is still there/);
  });
});

describe("a create that is put off for a minute (429)", () => {
  it("is looked behind, for somebody else may have made one meanwhile, and names both", async () => {
    const theirs = { uid: "org/theirs", name: "g" };
    const { client, waits } = scriptedClient([
      listed("groups"),
      { ...refusal("RESOURCE_EXHAUSTED", "too many"), headers: { "retry-after": "60" } },
      object({ uid: "org/ours", name: "g" }),
      listed("groups", theirs, { uid: "org/ours", name: "g" }),
    ]);
    const context = createContext(client.forOperation(), resources, { print: () => undefined });
    const error = await create(new Kind(context, group), { parentUid: "org", name: "g" }).catch(String);
    assert.ok((waits[0] ?? 0) >= 60_000);
    assert.match(
      String(error),
      /IncompleteError: Group org\/ours was created.*somebody else has made another Group meanwhile: delete org\/theirs, or this one/,
    );
  });
});

describe("an answer to a create", () => {
  it("that names an object which another resource of the program holds is no new object", async () => {
    const { context } = scriptedContext([
      listed("roleBindings"),
      ...Array(10).fill(object({ uid: "org/rb", identity: { uid: "org/i" }, role: { uid: "org/r" } })),
    ]);
    const spec = specOf("iam:RoleBinding");
    const inputs = { parentUid: "org", identityUid: "org/i", roleUid: "org/r" };
    context.ownership.noteCheck(spec, inputs, true);
    context.ownership.noteDiff({ spec: spec, uid: "org/rb" }, "kept", inputs);
    const made = await create(new Kind(context, spec), inputs).then(({ uid }) => `made ${uid}`, String);
    assert.doesNotMatch(made, /^made/);
  });
});

describe("a tag that is deleted and made again by somebody else while it is moved", () => {
  it("is named by its new uid, or left alone", async () => {
    const tag = specOf("registry:Tag");
    const [a, b] = ["a", "b"].map((letter) => `sha256:${letter.repeat(64)}`);
    const recorded = { parentUid: "org/repo", name: "v1", digest: a };
    const { context } = scriptedContext([
      object({ uid: "org/repo/t1", name: "v1", digest: a }),
      // Deleted meanwhile: the POST makes another one.
      object({ uid: "org/repo/t2", name: "v1", digest: b }),
      missing("org/repo/t1"),
      ...Array(5).fill(missing("org/repo/t1")),
    ]);
    const error = await update(new Handle(context, tag, "org/repo/t1"), recorded, { ...recorded, digest: b }).then(
      () => "updated",
      String,
    );
    assert.match(error, /org\/repo\/t2/);
  });
});

describe("what is told to the user", () => {
  it("is scrubbed like an error: a uid that a server makes of a secret is not shown", async () => {
    const code = "eyJhbGciOiJIUzI1NiJ9";
    const like = { uid: `org/${code}`, role: { uid: "org/r" }, roleUid: "org/r", ttl: "3600s", email: "a@example.com" };
    const made = {
      uid: "org/new",
      code: "CODE-abcdef-12345",
      role: { uid: "org/r" },
      ttl: "3600s",
      email: "a@example.com",
    };
    const { context, told } = scriptedContext([listed("groupInvites", like), ...Array(5).fill(object(made))]);
    await create(new Kind(context, specOf("iam:GroupInvite")), {
      parentUid: "org",
      roleUid: "org/r",
      ttl: "3600s",
      email: "a@example.com",
    }).catch(() => undefined);
    assert.ok(told.length > 0 && !told.join().includes(code), told.join());
  });
});
