import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { providerSettings, settingOf } from "../../src/client/setting-names";
import { resources } from "../../src/description/resources";
import { nameOf } from "../../src/description/spec/resource";
import type { Fields } from "../../src/description/spec/types";
import * as platform from "../../src/index";
import { packageSchema } from "../../tools/schema/package";
import { repositoryPart } from "../../tools/schema/repository";
import { functionTokenOf, type ObjectSpec, type PackageSchema, tokenOf } from "../../tools/schema/spec";
import { publicLookups } from "../../tools/types/functions";
import { objectsIn, propertiesIn } from "../support/package-schema";
import { repositoryRoot } from "../support/workspace";

/** Public functions that have a form for Outputs: the lookups. */
const lookups = Object.keys(platform).filter((name) => `${name}Output` in platform);

/** Texts that are equal once `normal` has changed them. */
const alike = (texts: readonly string[], normal: (text: string) => string): string[] =>
  texts.filter((text, i) => texts.findIndex((other) => normal(other) === normal(text)) !== i);

describe("the schema of the plugin", function () {
  this.timeout(60_000);
  let schema: PackageSchema;
  let objects: readonly (readonly [place: string, object: ObjectSpec])[];
  before(() => {
    schema = packageSchema();
    objects = objectsIn(schema);
  });

  it("has every resource of the package, and every lookup that changes nothing", () => {
    const kinds = Object.values(resources).map((spec) => tokenOf(nameOf(spec)));
    assert.deepEqual(Object.keys(schema.resources).sort(), kinds.sort());
    assert.equal(lookups.length, 50);
    const changing = publicLookups().flatMap(({ name, isChange }) => (isChange ? [name] : []));
    assert.equal(changing.length, 5);
    const served = lookups.filter((name) => !changing.includes(name));
    assert.deepEqual(Object.keys(schema.functions).sort(), served.map(functionTokenOf).sort());
  });

  it("requires no output that an import or a read cannot fill", () => {
    const required = schema.resources["platform:index:GroupInvite"]?.required ?? [];
    assert.deepEqual(required, ["parentUid", "roleUid", "createTime"]);
    const changing = Object.values(schema.resources).filter(({ required = [] }) => required.includes("updateTime"));
    assert.deepEqual(changing, []);
  });

  it("has an example that uses the package, and says how to import, for every resource", () => {
    for (const [token, { description }] of Object.entries(schema.resources)) {
      const [, name = ""] = token.split(":index:");
      assert.match(description, new RegExp(`## Example Usage[\\s\\S]*new platform\\.${name}\\(`), token);
      assert.doesNotMatch(description, /\bnew (?!platform\.)[A-Z]|(?<![.\w])get[A-Z]\w+\(/, token);
      assert.match(
        description,
        new RegExp(`## Import\\n\\n(.*\\n\\n.*\\n\\$ pulumi import ${token} |.*cannot be imported)`),
        token,
      );
    }
    assert.ok(existsSync(join(repositoryRoot, "docs/images/logo.svg")));
  });

  it("has no size as an integer, which has 32 bits in C# and Java", () => {
    const sizes = [...propertiesIn(schema)].filter(([place]) => /size(bytes)?$/i.test(place));
    const found = sizes.map(([, property]) => ("type" in property ? property.type : ""));
    assert.deepEqual(found, ["number", "number", "number"]);
  });

  it("has no two names that a language may treat as one", () => {
    const { resources: kinds, functions, types } = schema;
    const tokens = [kinds, functions, types].flatMap(Object.keys);
    const wrong = alike(tokens, (token) => token.toLowerCase());
    assert.deepEqual(wrong, []);
    // In Go, getGroup is LookupGroup beside a resource Group.
    const inGo = Object.keys(functions).map((token) => {
      const own = tokenOf(token.replace(/^.*:get/, ""));
      return own in kinds ? token.replace(":get", ":lookup") : token;
    });
    const wrongInGo = alike(inGo, (token) => token);
    assert.deepEqual(wrongInGo, []);
    for (const [place, { properties, required = [] }] of objects) {
      // In Python, tokenFile is token_file.
      const wrong = alike(Object.keys(properties), (name) => name.toLowerCase().replaceAll("_", ""));
      assert.deepEqual(wrong, [], place);
      for (const name of required) assert.ok(name in properties, `${place}.${name}`);
    }
  });

  it("has no name that Pulumi reserves", () => {
    for (const [token, { properties, inputProperties }] of Object.entries(schema.resources)) {
      for (const name of ["id", "urn", "pulumi"]) assert.ok(!(name in properties), `${token}.${name}`);
      for (const name of ["id", "urn", "provider"]) assert.ok(!(name in inputProperties), `${token}.${name}`);
    }
    assert.ok(!("version" in schema.config.variables));
  });

  it("describes everything, and cites nothing that only this repository has", () => {
    const described = [...Object.entries(schema.resources), ...Object.entries(schema.functions)];
    const bare = [...described, ...Object.entries(schema.types), ...propertiesIn(schema)].filter(
      ([, { description }]) => description === "" || /platform API:|\bThrows\b|undefined/.test(description),
    );
    assert.deepEqual(bare, []);
  });

  it("marks every secret: of a setting, an input, an output, and inside of one", () => {
    const secrets = providerSettings.filter((name) => settingOf(name).secret !== undefined);
    for (const marked of [schema.config.variables, schema.provider.inputProperties]) {
      const found = Object.keys(marked).filter((name) => marked[name]?.secret);
      assert.deepEqual(found, secrets);
    }
    const secretsIn = (fields: Fields, place: string): string[] =>
      Object.entries(fields).flatMap(([name, { options, type }]) => [
        ...(options.secret ? [`${place}.${name}`] : []),
        ...(type.kind === "message" ? secretsIn(type.fields, `${place}.${name}`) : []),
      ]);
    const found = Object.values(resources).flatMap((spec) => secretsIn(spec.fields, nameOf(spec)));
    assert.deepEqual(found, ["IdentityProvider.oidc.clientSecret", "ScimToken.token", "GroupInvite.code"]);
    const marked = [...propertiesIn(schema)].filter(
      ([place, { secret }]) => secret && !/^(config|provider)/.test(place),
    );
    assert.deepEqual(marked.map(([place]) => place).sort(), [
      "platform:index:GroupInvite.code",
      "platform:index:Oidc.clientSecret",
      "platform:index:ScimToken.token",
    ]);
  });

  it("takes no default from the environment, because a token could reach another platform", () => {
    assert.doesNotMatch(JSON.stringify(schema), /defaultInfo|"default":/);
  });

  it("names the repository of package.json in each of its forms, because the import path for Go follows from it", () => {
    const repository = "https://github.com/acme/pulumi-platform";
    for (const field of [repository, `git+${repository}.git`, "acme/pulumi-platform", { url: `${repository}/` }])
      assert.deepEqual(repositoryPart(field), { repository });
    assert.deepEqual(repositoryPart(undefined), {});
    assert.throws(() => repositoryPart("/srv/git/platform"), /must be an https or ssh address/);
    const manifest = JSON.parse(readFileSync(join(repositoryRoot, "package.json"), "utf8"));
    assert.equal(schema.repository, repositoryPart(manifest.repository).repository);
  });
});
