import assert from "node:assert/strict";
import type { TagHistoryRecord } from "../../../../src/client/api/registry/client";
import type { HttpRequest, Transport } from "../../../../src/client/api/transport";
import { registryOver } from "../../../support/scripted";

const digest = (i: number) => `sha256:${i.toString(16).padStart(64, "0")}`;
const at = (ms: number) => new Date(Date.parse("2026-01-01T00:00:00Z") + ms).toISOString();

/** A registry that holds one tag's records, and counts bounds in or out. */
function registry(records: readonly TagHistoryRecord[], bounds: "inclusive" | "exclusive") {
  const requests: HttpRequest[] = [];
  const transport: Transport = async (request) => {
    requests.push(request);
    if (request.path.text === "/token") return { status: 200, headers: {}, text: '{"token":"registry-token"}' };
    const query = Object.fromEntries(request.query ?? []);
    const within = (time: string) => {
      const [start, end, now] = [
        Date.parse(query.start ?? at(-1e12)),
        Date.parse(query.end ?? at(1e12)),
        Date.parse(time),
      ];
      return bounds === "inclusive" ? start <= now && now <= end : start < now && now < end;
    };
    const history = records.filter(({ updateTimestamp }) => within(updateTimestamp)).slice(0, 1000);
    return { status: 200, headers: {}, text: JSON.stringify({ history }) };
  };
  return { client: registryOver(transport), requests };
}

const tag = { org: "public", image: "nginx", tag: "latest" };

for (const bounds of ["inclusive", "exclusive"] as const)
  describe(`tag history, with bounds that are ${bounds} (row 58)`, () => {
    it("is complete beyond 1,000 records, without duplicates, oldest first", async () => {
      const records = Array.from({ length: 2_500 }, (_, i) => ({ updateTimestamp: at(i * 1000), digest: digest(i) }));
      assert.deepEqual(await registry(records, bounds).client.history(tag), records);
    });

    it("is complete when records of one moment lie on both sides of a window's end", async () => {
      for (const moment of [997, 998, 999]) {
        const records = Array.from({ length: 1_500 }, (_, i) => ({
          updateTimestamp: at(i < moment ? i : i < moment + 20 ? moment : i),
          digest: digest(i),
        }));
        assert.deepEqual(await registry(records, bounds).client.history(tag), records);
      }
    });

    it("is complete when two neighboring milliseconds exceed a window together", async () => {
      const records = Array.from({ length: 1_200 }, (_, i) => ({
        updateTimestamp: at(i < 600 ? 0 : 1),
        digest: digest(i),
      }));
      assert.deepEqual(await registry(records, bounds).client.history(tag), records);
      assert.deepEqual(await registry(records, bounds).client.history(tag, Date.parse(at(1))), records.slice(600));
    });

    it("includes both bounds of the requested time", async () => {
      const records = [0, 1, 2, 3].map((i) => ({ updateTimestamp: at(i), digest: digest(i) }));
      assert.deepEqual(
        await registry(records, bounds).client.history(tag, Date.parse(at(1)), Date.parse(at(2))),
        records.slice(1, 3),
      );
    });

    it("is an error when 1,000 records have the same time", async () => {
      const records = Array.from({ length: 1_001 }, (_, i) => ({ updateTimestamp: at(5), digest: digest(i) }));
      await assert.rejects(registry(records, bounds).client.history(tag), /1000 or more records have the time/);
    });
  });

describe("tag history", () => {
  it("ends when the server ignores the bounds", async () => {
    const page = Array.from({ length: 1_000 }, (_, i) => ({ updateTimestamp: at(i), digest: digest(i) }));
    const transport: Transport = async ({ path }) => ({
      status: 200,
      headers: {},
      text: path.text === "/token" ? '{"token":"registry-token"}' : JSON.stringify({ history: page }),
    });
    const client = registryOver(transport);
    await assert.rejects(
      client.history(tag),
      /: 1000 or more records have the time .*, but the API returns at most 1000 of them$/,
    );
  });
});
