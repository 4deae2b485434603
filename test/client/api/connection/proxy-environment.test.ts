import assert from "node:assert/strict";
import { path } from "../../../../src/description/wire/path";
import { authorities, clientOf, viaProxy, withProxy, withTlsPlatform } from "./tls-platform";

const target = path`/iam/v2/groups/${"org/team"}`;
const team = { uid: "org/team" };
const names = ["http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "ALL_PROXY", "no_proxy", "NO_PROXY"];

describe("the proxies in the environment of the process (row 112)", () => {
  const before = names.map((name) => [name, process.env[name]] as const);
  const setAll = (proxy: string, exceptions: string) => {
    for (const name of names) process.env[name] = /no/i.test(name) ? exceptions : proxy;
  };
  afterEach(() => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  });

  it("are never used, nor are their exceptions in place of those that a client is given", async () => {
    await withTlsPlatform(
      (base) =>
        withProxy({}, async (theirs) => {
          setAll(`http://localhost:${theirs.port}`, "");
          assert.deepEqual(await clientOf(base, { authorities }).get(target), team);
          assert.deepEqual(theirs.asked, []);
          await withProxy({}, async (ours) => {
            setAll(`http://localhost:${theirs.port}`, "*");
            assert.deepEqual(await clientOf(base, viaProxy(`http://localhost:${ours.port}`)).get(target), team);
            assert.deepEqual([ours.asked.length, theirs.asked], [1, []]);
          });
        }),
      { host: "127.0.0.1" },
    );
  });
});
