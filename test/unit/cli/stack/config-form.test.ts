import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { configKeys, stackFile } from "../../../../src/cli/stack/config-form";

const fits = (config: Record<string, unknown>): boolean => stackFile.safeParse({ config }).success;

describe("the form of a stack's config", () => {
  it("accepts what pulumi config writes, secrets and other keys too", () => {
    assert.ok(fits({ "platform:baseUrl": "https://platform.example.com", "platform:token": { secure: "v1:abc" } }));
    assert.ok(fits({ "platform:operationTimeout": "300", "platform:publicOrg": { secure: "v1:abc" } }));
    assert.ok(fits({ "platform:operationTimeout": 300, "aws:region": "eu-central-1", "site:size": 3 }));
    assert.ok(stackFile.safeParse({ encryptionsalt: "v1:abc" }).success);
  });

  it("refuses values that no setting accepts", () => {
    assert.ok(!fits({ "platform:baseUrl": "platform.example.com" }));
    assert.ok(!fits({ "platform:adoptExisting": "same" }));
    assert.ok(!fits({ "platform:operationTimeout": 601 }));
    assert.ok(!fits({ "platform:log": "info" }));
  });

  it("has every setting, and lets an editor report a misspelled key", () => {
    const { properties } = JSON.parse(
      readFileSync(join(__dirname, "../../../../docs/schemas/config-v1.json"), "utf8"),
    ) as { properties: { config: { properties: Record<string, unknown>; propertyNames: object } } };
    assert.deepEqual(Object.keys(properties.config.properties), configKeys);
    assert.deepEqual(properties.config.propertyNames, {
      anyOf: [{ enum: configKeys }, { not: { pattern: "^platform:" } }],
    });
  });
});
