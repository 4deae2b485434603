import assert from "node:assert/strict";
import { types as is } from "node:util";
import { IncompleteError } from "../../../src/core/errors";
import { URN } from "../../../src/description/names/hidden-inputs";
import { resources } from "../../../src/description/resources";
import { isValues } from "../../../src/description/spec/values";
import { type Emulator, startEmulator } from "../../../src/emulator";
import { dynamic } from "../../../src/hosts/dynamic/provider";
import { type Props, providerText } from "../../support/host";
import { populate } from "../../support/platform";
import { fewestInputs } from "./host-samples";
import { TYPE } from "./hosts";

type Provider = ReturnType<typeof dynamic>;

/** The provider of a type as the host makes it, in this process. */
async function providerOf(type: string, get: (key: string) => string | undefined): Promise<Provider> {
  const provider = dynamic(type);
  await provider.configure({ config: { get } });
  return provider;
}

function frozen<T>(value: T): T {
  if (typeof value === "object" && value !== null) for (const inner of Object.values(value)) frozen(inner);
  return Object.freeze(value);
}

/** Fails for what the host cannot carry, or must not change. */
function assertFresh(value: unknown, given: ReadonlySet<unknown>): void {
  if (typeof value !== "object" || value === null) {
    assert.ok(["string", "number", "boolean"].includes(typeof value) || value === null, typeof value);
    return;
  }
  assert.ok(!Object.isFrozen(value) && !given.has(value) && !is.isDate(value) && !is.isMap(value));
  for (const inner of Object.values(value)) assertFresh(inner, given);
}

/** A value and all objects in it. */
const partsOf = (value: unknown): unknown[] =>
  typeof value === "object" && value !== null ? [value, ...Object.values(value).flatMap(partsOf)] : [];

describe("the provider that the host calls", () => {
  let emulator: Emulator;
  let config: Record<string, string>;
  beforeEach(async () => {
    emulator = await startEmulator({ port: 0 });
    config = {
      "platform:baseUrl": emulator.url,
      "platform:token": emulator.token,
      "platform:vendor": emulator.environment.PLATFORM_VENDOR ?? "",
    };
  });
  afterEach(async () => {
    await providerOf("iam:Group", () => undefined);
    await emulator.close();
  });

  it("returns new JSON objects for every type, and changes none of its arguments (row 83)", async () => {
    const world = populate(emulator);
    for (const type of Object.keys(resources)) {
      const provider = await providerOf(type, (key) => config[key]);
      const { [TYPE]: _, ...inputs } = fewestInputs(world, type);
      const news = frozen({ __provider: providerText(type), ...inputs });
      const given = new Set(partsOf(news));
      const checked = await provider.check({}, frozen({ ...news, [URN]: type }));
      assert.ok(!Object.isFrozen(checked.inputs) && checked.inputs !== news && Array.isArray(checked.failures));
      const { id, outs } = await provider.create(news);
      assertFresh(outs, given);
      // The host puts its own key into what it gets; the next answer must not have it.
      Object.assign(outs, { __provider: "theirs" });
      const olds = frozen(structuredClone({ ...outs, __provider: providerText(type) }) as Props);
      for (const part of partsOf(olds)) given.add(part);
      const planned = await provider.diff(id, olds, news);
      assertFresh(planned, given);
      assert.notEqual(planned, await provider.diff(id, olds, news));
      const found = await provider.read(id, olds);
      assert.equal(found.props.__provider, undefined);
      assertFresh(found.props, given);
      assertFresh(found.inputs, given);
      assert.notEqual((await provider.read(id, olds)).props, found.props);
      const updated = await provider.update(id, olds, news);
      assertFresh(updated.outs, given);
      assert.equal(updated.outs.__provider, undefined);
    }
  });

  const numeric = Object.assign(new Error("first line\nsecond"), { code: 7, errno: -111, details: "d", id: "x" });
  const causes: Readonly<Record<string, unknown>> = {
    "an error with a numeric code, details and an id": numeric,
    "an error without a message": new Error(""),
    "a text": "text",
    nothing: undefined,
    "the one error that has an id": new IncompleteError(
      "half made",
      { id: "o/a", properties: { name: "a" } },
      { cause: numeric },
    ),
  };
  for (const [name, cause] of Object.entries(causes))
    it(`throws an Error with a message, an empty stack, no code and no details in every method, whatever goes wrong: ${name} (row 81)`, async () => {
      const provider = await providerOf("iam:Group", () => {
        throw cause;
      });
      const inputs = { __provider: "p", parentUid: "o", name: "a" };
      const hostile = Object.defineProperty({ ...inputs }, "name", {
        enumerable: true,
        get: () => {
          throw cause;
        },
      });
      const methods: Record<Exclude<keyof Provider, "configure">, () => Promise<unknown>> = {
        check: () => provider.check({}, hostile),
        diff: () => provider.diff("o/a", inputs, hostile),
        create: () => provider.create(inputs),
        read: () => provider.read("o/a", inputs),
        update: () => provider.update("o/a", inputs, { ...inputs, name: "b" }),
        delete: () => provider.delete("o/a", inputs),
      };
      for (const [method, call] of Object.entries(methods)) {
        const thrown = await call().then(
          () => assert.fail(`${method} succeeded`),
          (error: unknown) => error,
        );
        assert.ok(thrown instanceof Error && thrown.message !== "" && thrown.stack === "", method);
        assert.ok(!("code" in thrown) && !("details" in thrown) && thrown.cause === undefined, method);
        const isIncomplete = cause instanceof IncompleteError;
        assert.equal("id" in thrown, isIncomplete, method);
        if (isIncomplete) assert.ok("properties" in thrown && isValues(thrown.properties));
      }
    });
});
