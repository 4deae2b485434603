import assert from "node:assert/strict";
import { Client } from "../../../../src/api/client";
import { Handle } from "../../../../src/core/handle";
import { deleteObject } from "../../../../src/core/verbs/delete";
import { group } from "../../../../src/resources/group";
import { resources } from "../../../../src/resources/index";
import { createContext } from "../../../support/context";
import { hostileUids } from "../../../support/hostile";
import { scriptedContext } from "../../../support/lifecycle";

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
