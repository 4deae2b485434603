import assert from "node:assert/strict";
import { capabilities } from "../../src/description/resources/capabilities";
import { defaults } from "../../src/emulator/checks";
import type { Capability, Route } from "../../src/emulator/gateway/route";
import { Router } from "../../src/emulator/gateway/router";
import { routeTable } from "../../src/emulator/table";
import { makeWorld } from "../../src/emulator/world";
import { makeCaller, type Reply, requestFor, test } from "./local";

const table = routeTable(makeWorld(defaults, {}));
const nameOf = ({ method, path }: Route): string => `${method} ${path}`;
const namesWith = (what: "anyone" | "anyCaller"): string[] =>
  table
    .filter(({ allowed }) => what in allowed)
    .map(nameOf)
    .sort();

/** The routes that ask for capabilities, each with the uid or the list that they are asked for. */
const guarded = table.flatMap((route) => {
  const { allowed } = route;
  return "capabilities" in allowed ? [{ route, place: allowed.in }] : [];
});

const isRefused = ({ status, body }: Reply): boolean =>
  status === 403 && String(body.message).startsWith("Permission denied: caller lacks ");

describe("the emulator's table of routes", () => {
  it("states the capabilities that each route needs, and lists the routes that need none", () => {
    assert.deepEqual(namesWith("anyone"), [
      "GET /advisory/v2/documents",
      "GET /advisory/v2/metadata",
      "GET /ping/v2/ping",
      "GET /sts/exchange",
      "GET /token",
      "GET /v2/{org}/{image=**}/{segment}/history/{tag}",
      "HEAD /token",
      "HEAD /v2/{org}/{image=**}/{segment}/history/{tag}",
      "POST /sts/exchange",
    ]);
    assert.deepEqual(namesWith("anyCaller"), [
      "GET /iam/v2/groups:checkEligibility",
      "GET /iam/v2/groups:lookupGroup",
      "GET /iam/v2/identities:lookupIdentity",
      "PATCH /iam/v2/identities:updateIdentityMetadata",
      "POST /iam/v2/groups/{groupUid=**}:requestGroupAccess",
    ]);
    assert.equal(guarded.length + namesWith("anyone").length + namesWith("anyCaller").length, table.length);
  });

  test("refuses requests without a token, except for declared routes", async ({
    organization,
    registryToken,
    call,
  }) => {
    for (const route of table) {
      if ("anyone" in route.allowed) continue;
      for (const token of [null, registryToken]) {
        const [request, body] = requestFor(route, organization.uid);
        const reply = await call(request, body, token);
        assert.equal(reply.status, 401, `${nameOf(route)}: ${reply.text}`);
      }
    }
  });

  test("refuses access to objects outside the group of the role binding", async (emulator) => {
    const { may, ask } = await makeCaller(emulator);
    may(capabilities.filter((capability: Capability) => capability !== "UNKNOWN"));
    for (const { route, place } of guarded) {
      if (typeof place === "string") continue;
      const reply = await ask(...requestFor(route, "0".repeat(40)));
      assert.ok(isRefused(reply), `${nameOf(route)}: ${reply.text}`);
    }
  });

  it("finds each route by a path of its own, and the same one in any order of the table", () => {
    const [router, reversed] = [new Router(table), new Router(table.toReversed())];
    const pathWith = (path: string, word: string) => path.replace(/\{\/.*?\}/g, `/${word}`).replace(/\{.*?\}/g, word);
    for (const route of table)
      assert.equal(router.find(route.method, pathWith(route.path, "x")).route, route, nameOf(route));
    // A placeholder takes what is literal in another path, too.
    const words = new Set(table.flatMap(({ path }) => path.match(/\w+/g) ?? []));
    for (const { method, path } of table)
      for (const word of words) {
        const asked = pathWith(path, word);
        assert.equal(router.find(method, asked).route, reversed.find(method, asked).route, `${method} ${asked}`);
      }
  });
});
