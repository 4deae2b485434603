import assert from "node:assert/strict";
import type { Capability, Route } from "../../src/emulator/gateway/route";
import { Router } from "../../src/emulator/gateway/router";
import { defaults } from "../../src/emulator/options";
import { routeTable } from "../../src/emulator/table";
import { makeWorld } from "../../src/emulator/world";
import { capabilities } from "../../src/resources/capabilities";
import { type Call, type Emulator, makeProvider, type Reply, roleNamed, send, withEmulator } from "./local";
import { isInside, overlap } from "./overlaps";

const table = routeTable(makeWorld(defaults, {}));
const nameOf = ({ method, path }: Route): string => `${method} ${path}`;
const namesWith = (what: "anyone" | "anyCaller"): string[] =>
  table
    .filter(({ allowed }) => what in allowed)
    .map(nameOf)
    .sort();

/** The routes that ask for a capability, each with that and the uid or the list that it is asked for. */
const guarded = table.flatMap((route) => {
  const { allowed } = route;
  return "capability" in allowed ? [{ route, capability: allowed.capability, place: allowed.in }] : [];
});

/** A request that a route takes, about something below a uid. */
function requestFor({ method, path, body }: Route, below: string): [request: string, body: unknown] {
  const filled = path
    .replace(/\{\/(\w+)=\*\*\}/g, `/${below}/x`)
    .replace(/\{\w+=\*\*\}/g, `${below}/x`)
    .replace(/\{\w+\}/g, "x");
  return [`${method} ${filled}`, body === undefined || method === "PATCH" ? {} : { parent: below }];
}

const CI = { issuer: "https://ci.example.com", subject: "repo:acme/app" } as const;

/** One object at least of every kind that can be listed, in the organization. */
function makeOneOfEach(emulator: Emulator): void {
  const { organization, put } = emulator;
  const make = (type: string, body: Record<string, unknown>, parent = organization.uid): string =>
    String(put(type, parent, body).uid);
  make("iam:GroupInvite", { ttl: "3600s", roleUid: roleNamed(emulator, "viewer") });
  make("iam:AccountAssociation", { name: "cloud" });
  const provider = makeProvider(emulator);
  make(
    "iam:ExternalGroupRoleMapping",
    { externalGroupId: "admins", roleUid: roleNamed(emulator, "viewer"), scope: organization.uid },
    provider,
  );
  const repo = make("registry:Repo", { name: "app" });
  make("registry:Tag", { name: "v1", digest: `sha256:${"a".repeat(64)}` }, repo);
  make("events:Subscription", { sink: "https://sink.example.com/" });
}

/** An identity with a role of its own in the organization; `may` says what that allows. */
async function makeCaller(emulator: Emulator, call: Call) {
  const { organization, put, edit } = emulator;
  const make = (type: string, body: Record<string, unknown>): string => String(put(type, organization.uid, body).uid);
  const identityUid = make("iam:Identity", { name: "ci", claimMatch: CI });
  const roleUid = make("iam:Role", { name: "own", capabilities: ["CAP_ACTIONS_LIST"] });
  make("iam:RoleBinding", { identityUid, roleUid });
  const idToken = await emulator.idToken({ ...CI, audience: new URL(emulator.url).host });
  const { body } = await send(
    emulator.url,
    `POST /sts/exchange?aud=${emulator.url}&identity=${identityUid}`,
    undefined,
    idToken,
  );
  return {
    may: (allowed: readonly string[]) => void edit(roleUid, { capabilities: allowed }),
    ask: (request: string, content: unknown) =>
      call(request, request.startsWith("GET") ? undefined : content, String(body.token)),
  };
}

const isRefused = ({ status, body }: Reply): boolean =>
  status === 403 && String(body.message).startsWith("Permission denied: caller lacks ");

/** How many things a list shows, but for the built-in roles, which everybody may see. */
function countIn({ body }: Reply): number {
  const items = (Object.values(body).find(Array.isArray) ?? []) as { uid: string }[];
  return body.roles === undefined ? items.length : items.filter(({ uid }) => uid.includes("/")).length;
}

describe("the emulator's table of routes", () => {
  it("states the capability that each route needs, and lists the routes that need none", () => {
    assert.deepEqual(namesWith("anyone"), [
      "GET /advisory/v2/documents",
      "GET /advisory/v2/images/resolvedVulns",
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
      "GET /libraries/v2/artifacts",
      "GET /libraries/v2/artifacts/count",
      "GET /libraries/v2/artifacts/{artifactId}/versions",
      "PATCH /iam/v2/identities:updateIdentityMetadata",
    ]);
    for (const { allowed } of table) {
      const [reason] = Object.values(allowed);
      assert.ok(String(reason).length > 0);
    }
    assert.equal(guarded.length + namesWith("anyone").length + namesWith("anyCaller").length, table.length);
  });

  it("asks for a uid only when it is in the path or the body of its route", () => {
    for (const { route, place } of guarded) {
      if (place === "each") assert.equal(route.method, "GET", nameOf(route));
      else if ("path" in place) assert.match(route.path, new RegExp(`\\{/?${place.path}[=}]`), nameOf(route));
      else assert.ok(route.body?.fields[place.body]?.presence === "required", nameOf(route));
    }
  });

  it(
    "refuses requests without a token, except where it says otherwise",
    withEmulator({}, async ({ organization, registryToken }, call) => {
      for (const route of table) {
        if ("anyone" in route.allowed) continue;
        const [request, body] = requestFor(route, organization.uid);
        for (const token of [null, registryToken]) {
          const reply = await call(request, route.method === "GET" ? undefined : body, token);
          assert.equal(reply.status, 401, `${nameOf(route)}: ${reply.text}`);
        }
      }
    }),
  );

  it(
    "refuses a caller that lacks only the capability of the route, and admits one that has only that",
    withEmulator({}, async (emulator, call) => {
      makeOneOfEach(emulator);
      const { may, ask } = await makeCaller(emulator, call);
      const all = capabilities.filter((capability) => capability !== "UNKNOWN");
      for (const { route, capability, place } of guarded) {
        const [request, body] = requestFor(route, emulator.organization.uid);
        may(all.filter((other) => other !== capability));
        const without = await ask(request, body);
        may([capability]);
        const having = await ask(request, body);
        const replies = `${nameOf(route)}\n${without.text}\n${having.text}`;
        if (place === "each") {
          assert.deepEqual([without.status, countIn(without)], [200, 0], replies);
          assert.ok(having.status === 200 && countIn(having) > 0, replies);
        } else assert.deepEqual([isRefused(without), isRefused(having)], [true, false], replies);
      }
    }),
  );

  it(
    "refuses access to objects outside the group of the role binding",
    withEmulator({}, async (emulator, call) => {
      const { may, ask } = await makeCaller(emulator, call);
      may(capabilities.filter((capability: Capability) => capability !== "UNKNOWN"));
      for (const { route, place } of guarded) {
        if (place === "each") continue;
        const reply = await ask(...requestFor(route, "0".repeat(40)));
        assert.ok(isRefused(reply), `${nameOf(route)}: ${reply.text}`);
      }
    }),
  );

  it("has no two routes that match the same path, except where the narrower one comes first", () => {
    const inner: string[] = [];
    for (const [i, a] of table.entries()) {
      for (const b of table.slice(i + 1)) {
        if (a.method !== b.method || !overlap(a.path, b.path)) continue;
        const [first, second] = isInside(a.path, b.path) ? [a, b] : [b, a];
        const names = `${nameOf(first)} and ${nameOf(second)}`;
        assert.ok(isInside(first.path, second.path) && !isInside(second.path, first.path), names);
        const path = first.path.replace(/\{.*?\}/g, "x");
        for (const routes of [table, [...table].reverse()]) {
          assert.equal(new Router(routes).find(first.method, path).route, first, names);
        }
        inner.push(nameOf(first));
      }
    }
    // A verb and a sub-resource lie inside of the object's path, and the collection is the object without a uid.
    for (const name of inner) assert.match(name, /(\}:\w+|\}\/(readme|architectures|size)|^GET \/\w+\/v2\/\w+)$/);
    assert.ok(inner.length > 10);
  });
});
