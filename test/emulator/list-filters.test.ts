import assert from "node:assert/strict";
import type { Emulator } from "../../src/emulator/index";
import { builtInRoles, clockAt, makeRepos, namesIn, test, testWith, violationOf } from "./local";

const claimMatch = { issuer: "https://token.example.com", subject: "s" };

describe("filters of the emulator's lists", () => {
  /** acme ─ team ─ inner, and in each a repo named after it. */
  const tree = ({ organization, put }: Emulator) => {
    const team = String(put("iam:Group", organization.uid, { name: "team" }).uid);
    const inner = String(put("iam:Group", team, { name: "inner" }).uid);
    put("registry:Repo", organization.uid, { name: "of-acme" });
    put("registry:Repo", team, { name: "of-team" });
    put("registry:Repo", inner, { name: "of-inner" });
    return { ORG: organization.uid, TEAM: team, INNER: inner };
  };

  const cases: readonly (readonly [query: string, groups: readonly string[], repos: readonly string[]])[] = [
    ["", ["acme", "inner", "public-org", "team"], ["nginx", "of-acme", "of-inner", "of-team", "python"]],
    ["uidp.descendants_of=ORG", ["inner", "team"], ["of-acme", "of-inner", "of-team"]],
    ["uidp.descendantsOf=TEAM", ["inner"], ["of-inner", "of-team"]],
    ["uidp.children_of=ORG", ["team"], ["of-acme"]],
    ["uidp.childrenOf=TEAM&page_size=10", ["inner"], ["of-team"]],
    ["uidp.ancestors_of=INNER", ["acme", "team"], []],
    ["uidp.in_root=true", ["acme", "public-org"], []],
    ["uidp.ids=TEAM&uidp.ids=ORG", ["acme", "team"], []],
    [
      "uidp.children_of=",
      ["acme", "inner", "public-org", "team"],
      ["nginx", "of-acme", "of-inner", "of-team", "python"],
    ],
    ["uidp.descendants_of=ORG&name=team", ["team"], []],
    ["name=of-team", [], ["of-team"]],
    ["nmae=mistyped", ["acme", "inner", "public-org", "team"], ["nginx", "of-acme", "of-inner", "of-team", "python"]],
    ["name=", ["acme", "inner", "public-org", "team"], []],
  ];

  for (const [query, groups, repos] of cases) {
    test(`select by ${query === "" ? "nothing" : query}`, async (emulator) => {
      const filled = Object.entries(tree(emulator)).reduce((text, [name, uid]) => text.replaceAll(name, uid), query);
      assert.deepEqual(namesIn(await emulator.call(`GET /iam/v2/groups?${filled}`), "groups").sort(), groups);
      assert.deepEqual(namesIn(await emulator.call(`GET /registry/v2/repos?${filled}`), "repos").sort(), repos);
    });
  }

  test("list built-in roles only without a scope", async ({ organization, put, call }) => {
    put("iam:Role", organization.uid, { name: "own", capabilities: ["CAP_REPO_LIST"] });
    const all = ["own", ...builtInRoles].sort();
    assert.deepEqual(namesIn(await call("GET /iam/v2/roles"), "roles").sort(), all);
    assert.deepEqual(namesIn(await call(`GET /iam/v2/roles?uidp.descendants_of=${organization.uid}`), "roles"), [
      "own",
    ]);
  });

  test("select bindings by identity, role and group", async ({ organization, put, list, call }) => {
    const group = String(put("iam:Group", organization.uid, { name: "team" }).uid);
    const [a, b] = ["a", "b"].map((name) => String(put("iam:Identity", organization.uid, { name, claimMatch }).uid));
    const [r, s] = list("iam:Role").map(({ uid }) => String(uid));
    const bind = (parent: string, identityUid: unknown, roleUid: unknown): string =>
      String(put("iam:RoleBinding", parent, { identityUid, roleUid }).uid);
    const [ar, as, br] = [bind(organization.uid, a, r), bind(group, a, s), bind(group, b, r)];
    const found = async (query: string): Promise<unknown[]> =>
      ((await call(`GET /iam/v2/roleBindings?${query}`)).body.roleBindings as { uid: unknown }[])
        .map(({ uid }) => uid)
        .sort();
    assert.deepEqual(await found(`identity=${a}`), [ar, as].sort());
    assert.deepEqual(await found(`role=${r}`), [ar, br].sort());
    assert.deepEqual(await found(`group=${group}`), [as, br].sort());
    assert.deepEqual(await found(`identity=${a}&role=${r}&group=`), [ar]);
  });

  test("select identities by how they are recognized", async ({ organization, put, call }) => {
    put("iam:Identity", organization.uid, { name: "oidc", claimMatch });
    put("iam:Identity", organization.uid, { name: "service", servicePrincipal: 1 });
    const found = async (type: string) =>
      namesIn(await call(`GET /iam/v2/identities?relationshipType=RELATIONSHIP_TYPE_${type}`), "identities");
    assert.deepEqual(await found("CLAIM_MATCH"), ["oidc"]);
    assert.deepEqual(await found("SERVICE_PRINCIPAL"), ["service"]);
    assert.deepEqual(await found("STATIC"), []);
    const reply = await call("GET /iam/v2/identities?relationship_type=NONE");
    assert.deepEqual(reply.body, {
      code: 3,
      message: 'parsing field "relationship_type": "NONE" is not a valid value',
    });
  });

  const refused: readonly (readonly [query: string, message: string])[] = [
    ["name=a&name=b", 'too many values for field "name": a, b'],
    ["uidp.children_of=a&uidp.children_of=b", 'too many values for field "children_of": a, b'],
    ["uidp.in_root=yes", 'parsing field "in_root": "yes" is not a valid value'],
    ["skip=99999999999", 'parsing field "skip": strconv.ParseInt: parsing "99999999999": invalid syntax'],
    ["name=%zz", 'invalid URL escape in "%zz"'],
  ];
  for (const [query, message] of refused) {
    test(`refuse ${query}`, async ({ call }) => {
      assert.deepEqual((await call(`GET /registry/v2/repos?${query}`)).body, { code: 3, message });
    });
  }
});

describe("the order of the emulator's lists", () => {
  const clock = clockAt("2026-01-05T08:30:08.500Z");
  const cases: readonly (readonly [order: string, names: string])[] = [
    ["name", "abc"],
    ["name%20asc", "abc"],
    ["name%20desc", "cba"],
    ["name+desc", "cba"],
    ["created_at", "bca"],
    ["created_at%20desc", "acb"],
    ["update_time", "cab"],
  ];
  for (const [order, names] of cases) {
    testWith({ now: clock.now })(`follows ${decodeURIComponent(order)}`, async (emulator) => {
      for (const name of "bca") {
        makeRepos(emulator, name);
        clock.move(250); // The second falls on a whole second, which has no fraction and yet comes in between.
      }
      const [b] = emulator.list("registry:Repo").filter(({ name }) => name === "b");
      emulator.edit(String(b?.uid), { description: "x" });
      const reply = await emulator.call(
        `GET /registry/v2/repos?uidp.children_of=${emulator.organization.uid}&orderBy=${order}`,
      );
      assert.deepEqual(namesIn(reply, "repos"), [...names]);
    });
  }

  test("follows the uid by default", async (emulator) => {
    makeRepos(emulator, "abcdefgh");
    const uids = ((await emulator.call("GET /registry/v2/repos")).body.repos as { uid: string }[]).map(
      ({ uid }) => uid,
    );
    assert.deepEqual(uids, [...uids].sort());
  });

  const refused: readonly (readonly [collection: string, order: string, fields: string])[] = [
    ["/iam/v2/roleBindings", "name", "uid, created_at, create_time"],
    ["/events/v2/subscriptions", "created_at", "uid"],
    ["/registry/v2/repos", "name descending", "uid, name, created_at, create_time, updated_at, update_time"],
    ["/registry/v2/repos", "name,uid", "uid, name, created_at, create_time, updated_at, update_time"],
    ["/registry/v2/repos", "constructor", "uid, name, created_at, create_time, updated_at, update_time"],
  ];
  for (const [collection, order, fields] of refused) {
    test(`is refused by "${order}" for ${collection}`, async ({ call }) => {
      const reply = await call(`GET ${collection}?order_by=${encodeURIComponent(order)}`);
      const description = `cannot order by "${order}"; sortable fields: ${fields}`;
      assert.deepEqual(violationOf(reply), { field: "order_by", description });
    });
  }
});
