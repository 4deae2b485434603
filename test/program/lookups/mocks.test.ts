import assert from "node:assert/strict";
import * as lookupFunctions from "../../../src/program/generated/functions";
import { operations } from "../../support/operations";
import { runProgram } from "./run-program";

/** Runs a program under mocks whose answer to a call is the call. Nothing listens on its port: a request would fail. */
const run = (body: string): Promise<unknown> =>
  runProgram(
    `pulumi.runtime.setMocks({ newResource: ({ name, inputs }) => ({ id: name + "-id", state: inputs }), call: (call) => call });
    const emea = { baseUrl: "https://emea.example.com", token: "canary" };
    ${body}`,
    { PLATFORM_BASE_URL: "http://127.0.0.1:9", PLATFORM_TOKEN: "canary" },
  );

const functions = Object.keys(lookupFunctions);
const lookups = functions.filter((name) => !name.endsWith("Output"));

/** The API's domain in a path. Tag history and its tokens, which have none, are the registry's. */
const domainOf = (path: string): string | undefined => (/^\/(v2|token)\b/.test(path) ? "registry" : path.split("/")[1]);

describe("every function", function () {
  this.timeout(30_000);

  it("calls mocks by the API's domain and its own name, with its arguments, in both forms, and sends nothing", async () => {
    const domains = new Map<string, ReadonlySet<string | undefined>>();
    for (const { functions: names, path } of operations())
      for (const name of names) domains.set(name, new Set([...(domains.get(name) ?? []), domainOf(path)]));
    /** A function of several domains has the module of Pulumi's that is none. */
    const moduleOf = (name: string) => {
      const [only, ...others] = domains.get(name) ?? [];
      return others.length > 0 ? "index" : only;
    };
    const told = await run(`
      const seen = {};
      for (const name of ${JSON.stringify(lookups)}) {
        const args = /^(ping|lookupGroup|checkEligibility)$/.test(name) ? [] : [{ name: "x" }];
        seen[name] = [await platform[name](...args)];
        seen[name].push(await resolved(platform[name + "Output"](...args.map((a) => pulumi.output(a)))));
      }
      done(seen);
    `);
    for (const [name, [plain, output]] of Object.entries(told as Record<string, { token: string; inputs: object }[]>)) {
      assert.equal(plain?.token, `platform:${moduleOf(name)}:${name}`);
      assert.deepEqual(output, plain);
      const isPlain = /^(ping|lookupGroup|checkEligibility)$/.test(name);
      assert.deepEqual(plain?.inputs, isPlain ? {} : { name: "x" });
    }
    assert.deepEqual(Object.keys(told as object), lookups);
  });

  it("passes its provider to mocks", async () => {
    const told = await run(`
      const provider = new platform.Provider("emea", emea);
      const parent = new pulumi.ComponentResource("a:b:C", "parent", {}, { providers: [provider] });
      done([
        (await platform.getRole({ name: "x" }, { provider })).provider,
        (await platform.getRole({ name: "x" }, { parent })).provider,
        (await platform.ping({ provider })).provider,
        (await platform.ping()).provider,
      ]);
    `);
    const emea = "urn:pulumi:stack::project::pulumi:providers:pulumi-nodejs::emea::emea-id";
    assert.deepEqual(told, [emea, emea, emea, null]);
  });

  it("refuses options that would use the wrong platform, and accepts the form that the message shows", async () => {
    const told = await run(`
      const provider = new platform.Provider("emea", emea);
      class Other extends pulumi.ProviderResource {}
      const other = new Other("aws", "other", {});
      const messages = [];
      for (const opts of [provider, { provder: provider }, { provider: other }, { provider }])
        await platform.getRole({ name: "x" }, opts).then(
          (call) => messages.push(call.provider.split("::").at(-2)),
          (error) => messages.push(error.message),
        );
      done(messages);
    `);
    assert.deepEqual(told, [
      "getRole: its only options are provider and parent, like { provider: … }",
      "getRole: its only options are provider and parent, like { provider: … }",
      "getRole: the option provider must be a Provider of this package: new platform.Provider(…)",
      "emea",
    ]);
  });
});

describe("a Provider", function () {
  this.timeout(30_000);

  it("is refused in a map of providers, where Pulumi does not find it, and is inherited from a list", async () => {
    const told = await run(`
      const provider = new platform.Provider("emea", emea);
      const messages = [];
      for (const providers of [{ platform: provider }, [provider], { "pulumi-nodejs": provider }]) {
        const parent = new pulumi.ComponentResource("a:b:C", "parent" + messages.length, {}, { providers });
        try {
          const made = new platform.Group("team" + messages.length, { parentUid: "a" }, { parent });
          messages.push(made.getProvider("pulumi-nodejs:a:b") === provider);
        } catch (error) {
          messages.push(error.message);
          await platform.ping({ parent }).catch(({ message }) => messages.push(message));
        }
      }
      done(messages);
    `);
    const refusal =
      "providers: { platform: … } does not work for resources of this package. Use a list: providers: [provider]";
    assert.deepEqual(told, [refusal, refusal, true, true]);
  });

  it("keeps its secrets secret, and marks itself as explicit", async () => {
    const told = await run(`
      const made = new platform.Provider("emea", { baseUrl: "https://a.example.com", token: "canary", tokenCommand: "print canary", operationTimeout: 30, proxy: "http://p:x@proxy" });
      const inputs = {};
      for (const key of ["baseUrl", "token", "tokenCommand", "operationTimeout", "proxy", "provider"]) {
        const output = made["platform:" + key];
        inputs[key] = [await resolved(output), await pulumi.isSecret(output)];
      }
      done(inputs);
    `);
    assert.deepEqual(told, {
      baseUrl: ["https://a.example.com", false],
      token: ["canary", true],
      tokenCommand: ["print canary", true],
      operationTimeout: ["30", false],
      proxy: ["http://p:x@proxy", true],
      provider: ["explicit", false],
    });
  });
});
