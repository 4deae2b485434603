import assert from "node:assert/strict";
import { check } from "../../../src/description/spec/check";
import type { ResourceSpec } from "../../../src/description/spec/resource";
import type { Values } from "../../../src/description/spec/values";
import { identity, scimToken } from "../../support/resources";

const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString();

/** `property: reason` of each failure, as the provider's check has them. */
const failures = (spec: ResourceSpec, inputs: Values, recorded: Values = {}) =>
  check(spec, inputs, { recorded }).map(({ property, reason }) => `${property}: ${reason}`);

describe("the limits of the platform", () => {
  const keys = (more: Values, description = "") => ({
    parentUid: "org",
    name: "bot",
    description,
    staticKeys: { issuer: "https://i.example.com", subject: "s", issuerKeys: "{}", ...more },
  });
  const scim = (more: Values, recorded: Values = {}) =>
    failures(scimToken, { identityProviderUid: "org/idp", ...more }, recorded);

  it("are kept to: times ahead, spans of time, items of a list", () => {
    assert.deepEqual(failures(identity, keys({ expirationTime: inDays(365), audiences: ["a"] })), []);
    assert.deepEqual(failures(identity, keys({ expirationTime: inDays(366), audiences: ["a", "b"] })), [
      "staticKeys.expirationTime: must be at most 365 days from now",
      "staticKeys.audiences: must have at most 1 item, because the platform accepts no more",
    ]);
    for (const overlap of ["0s", "0", 0, "24h", "1d", 86_400]) assert.deepEqual(scim({ overlap }), []);
    for (const overlap of ["25h", 86_401]) assert.deepEqual(scim({ overlap }), ["overlap: must be at most 24h"]);
    assert.deepEqual(scim({ expireTime: inDays(730), provisioning: false }), []);
    assert.deepEqual(scim({ expireTime: inDays(732) }), ["expireTime: must be at most 731 days from now"]);
    assert.deepEqual(scim({ expireTime: inDays(1), neverExpires: true }), [
      "neverExpires: cannot be set together with expireTime",
    ]);
    // What lies in the past may have been fine when the token was made.
    assert.deepEqual(scim({ expireTime: inDays(-1) }), []);
  });

  it("leave alone what is recorded beyond them: it was made before, and other inputs can be changed", () => {
    const beyond = { expirationTime: inDays(800), audiences: ["a", "b"] };
    assert.deepEqual(failures(identity, keys(beyond, "new"), keys(beyond, "old")), []);
    assert.deepEqual(failures(identity, keys({ ...beyond, audiences: ["a", "c"] }), keys(beyond)), [
      "staticKeys.audiences: must have at most 1 item, because the platform accepts no more",
    ]);
    const old = { identityProviderUid: "org/idp", overlap: "7d", expireTime: inDays(3_000) };
    assert.deepEqual(scim({ ...old, rotate: "2" }, old), []);
    assert.deepEqual(scim({ ...old, overlap: "8d" }, old), ["overlap: must be at most 24h"]);
  });
});
