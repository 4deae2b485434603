import assert from "node:assert/strict";
import { changes } from "../../../src/core/state/changes";
import { createBody, patchOf } from "../../../src/core/state/wire";
import type { ResourceSpec } from "../../../src/description/spec/resource";
import type { Values } from "../../../src/description/spec/values";
import { full, kinds } from "../../support/kinds";
import { group, identity, repo, roleBinding } from "../../support/resources";

const patch = ({ fields }: ResourceSpec, recorded: Values, desired: Values) =>
  patchOf(
    fields,
    changes(fields, recorded, desired).filter(({ byServer }) => !byServer),
    desired,
  );

const issuer = "https://i.example.com";
const claims = (more: Values = {}) => ({ claimMatch: { issuer, subject: "s", ...more } });

describe("the body of a create", () => {
  it("contains the set fields, under their wire names, without the parent and sub-resources", () => {
    const inputs = {
      parentUid: "org",
      name: "app",
      description: "",
      readme: "# app",
      bundles: [],
      syncConfig: { source: "o/a", google: "" },
    };
    assert.deepEqual(createBody(repo, inputs), { name: "app", sync_config: { source: "o/a" } });
    assert.deepEqual(createBody(roleBinding, { parentUid: "org", identityUid: "org/i", roleUid: "r" }), {
      identityUid: "org/i",
      roleUid: "r",
    });
  });

  it("never contains fields that only the server sets", () => {
    assert.deepEqual(
      createBody(group, { parentUid: "org", name: "a", createTime: "2026-01-01T00:00:00Z", uid: "org/x" }),
      { name: "a" },
    );
  });

  it("keeps empty strings in maps and lists, where they have a meaning", () => {
    const overlay = {
      environment: { EMPTY: "" },
      contents: { runtimeRepositories: ["a", ""] },
      accounts: { users: [{ username: "u", uid: 0, shell: "" }] },
    };
    assert.deepEqual(createBody(repo, { parentUid: "org", name: "a", customOverlay: overlay }), {
      name: "a",
      customOverlay: {
        environment: { EMPTY: "" },
        contents: { runtimeRepositories: ["a", ""] },
        accounts: { users: [{ username: "u" }] },
      },
    });
  });
});

describe("a patch", () => {
  it("clears every kind of value with its kind's empty value, and a oneof's member with null", () => {
    const made = changes(kinds, full, {});
    const { body, mask } = patchOf(kinds, made, {});
    assert.deepEqual(body, {
      text: "",
      time: null,
      flag: false,
      count: 0,
      level: "LEVEL_UNSPECIFIED",
      items: [],
      labels: {},
      inner: null,
      left: null,
    });
    assert.deepEqual(mask, Object.keys(full));
  });

  it("names only the new member of a oneof", () => {
    const keys = { issuer, subject: "s", issuerKeys: "{}", audiences: ["a"] };
    assert.deepEqual(patch(identity, claims(), { staticKeys: keys }), {
      body: { staticKeys: keys },
      mask: ["staticKeys"],
    });
    const pattern = patch(identity, claims(), { claimMatch: { issuer, subjectPattern: "s.*" } });
    assert.deepEqual(pattern, { body: { claimMatch: { subjectPattern: "s.*" } }, mask: ["claimMatch.subjectPattern"] });
  });

  it("contains whole lists of messages, without empty values", () => {
    const overlay = (username: string) => ({
      customOverlay: {
        accounts: {
          users: [
            { username, uid: 0 },
            { username: "root", shell: "" },
          ],
        },
      },
    });
    const { body, mask } = patch(repo, overlay("a"), overlay("b"));
    assert.deepEqual(body, { customOverlay: { accounts: { users: [{ username: "b" }, { username: "root" }] } } });
    assert.deepEqual(mask, ["customOverlay.accounts.users"]);
  });
});
