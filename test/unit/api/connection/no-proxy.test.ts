import assert from "node:assert/strict";
import { NoProxy } from "../../../../src/api/connection/no-proxy";

describe("NO_PROXY (row 112)", () => {
  it("excludes names with their subdomains, addresses, networks and ports", () => {
    const list = new NoProxy(
      "example.com, .corp.test *.wild.test,host.test:8443\t10.0.0.0/8 ::1 [fd00::1]:443 fd12::/16 192.0.2.7",
    );
    for (const [host, port] of [
      ["example.com", 443],
      ["API.Example.com", 1],
      ["example.com.", 443],
      ["corp.test", 443],
      ["a.b.corp.test", 443],
      ["x.wild.test", 443],
      ["host.test", 8443],
      ["10.255.0.1", 443],
      ["::1", 443],
      ["fd00::1", 443],
      ["fd12:1::9", 443],
      ["192.0.2.7", 443],
    ] as const) {
      assert.ok(list.covers(host, port), `${host}:${port}`);
    }
    for (const [host, port] of [
      ["notexample.com", 443],
      ["example.com.evil.test", 443],
      ["host.test", 443],
      ["11.0.0.1", 443],
      ["fd00::1", 8443],
      ["1.192.0.2.7", 443],
      ["::2", 443],
    ] as const) {
      assert.ok(!list.covers(host, port), `${host}:${port}`);
    }
    assert.ok(!new NoProxy("").covers("example.com", 443));
    assert.ok(new NoProxy("other, *").covers("example.com", 443));
  });
});
