import assert from "node:assert/strict";
import { Client } from "../../../../src/api/client";
import type { HttpRequest } from "../../../../src/api/transport";
import { Handle } from "../../../../src/core/handle";
import { deleteObject } from "../../../../src/core/verbs/delete";
import { group } from "../../../../src/resources/group";
import { resources } from "../../../../src/resources/index";
import { createContext } from "../../../support/context";
import { hostileUids } from "../../../support/hostile";
import { object, scriptedContext } from "../../../support/lifecycle";
import type { Scripted } from "../../../support/scripted";

const org = object({ uid: "org", name: "org" });

describe("evidence for a delete (row 101)", () => {
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

  it("is not a list that counts more than it shows", async () => {
    assert.deepEqual(await removing(object({ totalCount: "3" })), allKept);
  });

  it("is not a first page whose token is missing", async () => {
    assert.deepEqual(await removing(object({ groups: [{ uid: "org/g1" }], totalCount: 3 })), allKept);
  });

  it("is not an empty list, counted or filtered, while the objects still answer (a stale replica)", async () => {
    assert.deepEqual(await removing(object({ groups: [], totalCount: "0" })), allKept);
  });
});

describe("a delete by a uid that could reach another route", () => {
  it("is refused before any request, also for its group (row 72)", async () => {
    for (const uid of Object.values(hostileUids)) {
      const { context, requests } = scriptedContext([]);
      await assert.rejects(deleteObject(new Handle(context, group, uid), {}), { name: "InvalidPathError" });
      assert.deepEqual(requests, []);
    }
  });
});

describe("the error of a delete whose time is over", () => {
  it("does not claim that the object still exists, because nobody has checked", async () => {
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
