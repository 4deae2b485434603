import assert from "node:assert/strict";
import { ProtocolError } from "../../../src/client/api/errors";
import { observe } from "../../../src/core/state/wire";
import { group } from "../../../src/description/resources/group";
import { parseJson } from "../../../src/description/wire/json";
import { literal } from "../../../src/description/wire/path";
import { scriptedClient } from "../../support/scripted";

const target = literal("/iam/v2/groups");
const answered = (text: string) => scriptedClient([{ text }]).client.get(target);
const nested = (depth: number, [open, inner, close]: readonly [string, string, string]) =>
  open.repeat(depth) + inner + close.repeat(depth);
const LIST = ["[", "", "]"] as const;
const OBJECT = ['{"a":', "1", "}"] as const;

describe("the parser of JSON answers", () => {
  it("never touches a prototype, in whatever way its name is written (row 76)", async () => {
    for (const name of ["__proto__", "\\u005f_proto__", "__pr\\u006Fto__"]) {
      const text = `{"${name}":{"polluted":1},"uid":"a","inner":{"${name}":{"polluted":1}},"list":[{"${name}":null}]}`;
      const answer = await answered(text);
      assert.deepEqual(answer, { uid: "a", inner: {}, list: [{}] });
      for (const object of [answer, answer.inner]) assert.equal(Object.getPrototypeOf(object), Object.prototype);
      assert.equal((Object.assign({}, answer) as Record<string, unknown>).polluted, undefined);
    }
    assert.equal(({} as Record<string, unknown>).polluted, undefined);
  });

  it("keeps names of Object.prototype as ordinary keys (row 76)", async () => {
    const text = '{"constructor":{"prototype":{"polluted":1}},"toString":"x","hasOwnProperty":1,"uid":"a","name":"n"}';
    const answer = await answered(text);
    assert.deepEqual(Object.keys(answer), ["constructor", "toString", "hasOwnProperty", "uid", "name"]);
    // Of a resource, what its spec does not know is left out.
    assert.deepEqual(observe(group.fields, answer), { name: "n" });
    assert.equal(({} as Record<string, unknown>).polluted, undefined);
  });

  it("keeps the last of duplicate keys, and always drops a __proto__ (row 76)", async () => {
    assert.deepEqual(await answered('{"uid":"a","uid":"b","__proto__":1,"__proto__":{"uid":"c"}}'), { uid: "b" });
  });

  it("accepts any realistic depth, and fails with an error, not a crash, beyond it (row 76)", async () => {
    for (const shape of [LIST, OBJECT]) {
      assert.doesNotThrow(() => parseJson(nested(100, shape)));
      for (const depth of [101, 10_000, 1_000_000])
        assert.throws(() => parseJson(nested(depth, shape)), { name: "SyntaxError" }, `${depth}`);
    }
    const text = `{"uid":"a","deep":${nested(10_000, OBJECT)}}`;
    for (const status of [200, 400]) {
      const { client } = scriptedClient(Array(5).fill({ status, text }));
      await assert.rejects(client.get(target), ProtocolError);
    }
    assert.deepEqual(parseJson(`{"a":${JSON.stringify("[".repeat(1000))},"b\\\\\\"{":"\\\\"}`), {
      a: "[".repeat(1000),
      'b\\"{': "\\",
    });
  });

  it("keeps half a surrogate pair unchanged (row 76)", async () => {
    const { client, requests } = scriptedClient([{ text: '{"uid":"a","name":"\\ud800x\\udfff"}' }, {}]);
    const { name } = await client.get(target);
    assert.equal(name, "\ud800x\udfff");
    await client.create(target, { name });
    assert.equal(requests[1]?.body, '{"name":"\\ud800x\\udfff"}');
  });
});
