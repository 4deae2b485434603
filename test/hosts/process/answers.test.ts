import assert from "node:assert/strict";
import { resources } from "../../../src/description/resources";
import { type ResourceSpec, wireName } from "../../../src/description/spec/resource";
import type { Fields } from "../../../src/description/spec/types";
import { type Emulator, startEmulator } from "../../../src/emulator";
import { type EditingProxy, startEditingProxy } from "../../support/editing-proxy";
import { HostError, type Props } from "../../support/host";
import { populate, separateParent } from "../../support/platform";
import { maximalInputs, type World } from "../../support/samples";
import { hostPlace } from "./host-place";
import { handWrittenInputs } from "./host-samples";
import { type AnyHost, describeHosts, restOnPlugin, TYPE, unchanged } from "./hosts";

describeHosts("an unreadable response to a create (row 8)", (start) => {
  const at = hostPlace(start);
  after(() => {
    assert.match(at.host.shown(), /^(warning: the response to the create of Group .*\n){2}$/);
  });

  const groups = () => at.emulator.list("iam:Group").filter(({ name }) => name === "team");
  const answering = (body: string, when: "before" | "after") =>
    at.emulator.fault({ method: "POST", path: "/iam/v2/groups", when, action: { kind: "body", status: 201, body } });

  const unreadable: readonly (readonly [what: string, body: string])[] = [
    ["has no uid", '{"name":"team"}'],
    ["is a page", "<html><body>Created</body></html>"],
  ];
  for (const [what, body] of unreadable)
    it(`creates one object, which is found and recorded, when it ${what}`, async () => {
      const news = handWrittenInputs(at.emulator, "iam:Group");
      const fault = answering(body, "after");
      const { id, properties } = await at.host.create(news);
      assert.equal(fault.hits, 1);
      assert.deepEqual(
        groups().map(({ uid }) => uid),
        [id],
      );
      assert.deepEqual(await at.host.diff(id, properties, news), unchanged);
      await at.host.deleteLater(id, properties);
    });

  it("differs from a response with unknown fields, which are not recorded", async () => {
    const news = handWrittenInputs(at.emulator, "iam:Group");
    const known = { uid: `${at.emulator.organization.uid}/abc`, name: "team", createTime: "2026-01-01T00:00:00Z" };
    const more = { shoe: { size: 9 }, tags: [null], "": 1, constructor: "x", nothing: null };
    answering(JSON.stringify({ ...known, ...more }), "before");
    const properties = { ...news, createTime: known.createTime };
    assert.deepEqual(await at.host.create(news), { id: known.uid, properties });
  });
});

/** Wire names of everything that a response may lack, also nested, except identifying values and values that are returned once. */
function optionalNamesOf({ fields }: ResourceSpec): string[] {
  const needed = Object.entries(fields).flatMap(([name, { presence, options }]) =>
    presence === "required" || options.returned === "once" ? [name] : [],
  );
  return namesOf(fields).filter((name) => name !== "uid" && !needed.includes(name));
}

function namesOf(fields: Fields): string[] {
  const names = Object.entries(fields).flatMap(([name, field]) => [
    wireName(name, field),
    ...(field.type.kind === "message" ? namesOf(field.type.fields) : []),
  ]);
  return [...new Set(names)];
}

/** A copy without the fields of a name, however deep, or with null in their place. */
const without = (body: unknown, name: string, instead: null | undefined): unknown =>
  JSON.parse(JSON.stringify(body), function (this: unknown, key, value: unknown) {
    return key === name && !Array.isArray(this) ? instead : value;
  });

/** Whether there is a null anywhere: what is not there is left out of a state. */
const hasNull = (value: unknown): boolean =>
  value === null || (typeof value === "object" && Object.values(value ?? {}).some(hasNull));

describeHosts("a response that lacks a field (row 9)", (start, shell) => {
  let emulator: Emulator;
  let proxy: EditingProxy;
  let host: AnyHost;
  let world: World;
  before(async () => {
    emulator = await startEmulator({ emitUnpopulated: true });
    world = populate(emulator);
    proxy = await startEditingProxy(emulator.url);
    host = await start({ environment: { ...emulator.environment, PLATFORM_BASE_URL: proxy.url } });
  });
  after(async () => {
    await host.close();
    await proxy.close();
    await emulator.close();
    assert.equal(host.shown(), "");
  });

  let made = 0;
  /** What a program gives: all that there is, in a place of its own. */
  const inputsOf = (spec: ResourceSpec): Props => ({
    [TYPE]: spec.type,
    ...maximalInputs(world, spec),
    ...separateParent(emulator, world, spec, `place-${++made}`),
  });

  /** What the engine records of a create, complete or not. */
  const recordedOf = (news: Props): Promise<{ id: string; properties: Props }> =>
    host.create(news).catch((error: unknown) => {
      if (error instanceof HostError && error.incomplete !== undefined) return error.incomplete;
      throw error;
    });

  /** Creates and reads an object of a kind where all answers lack a field, or have null in its place. */
  async function checkWithout(spec: ResourceSpec, name: string, instead: undefined | null): Promise<void> {
    const which = `${name} ${instead === null ? "null" : "absent"}`;
    const news = inputsOf(spec);
    proxy.edit = (body) => without(body, name, instead);
    const { id, properties } = await recordedOf(news);
    assert.equal(hasNull(properties), false, which);
    const found = await host.read(id, properties);
    assert.deepEqual([found.id, hasNull(found.properties), hasNull(found.inputs)], [id, false, false], which);
    await host.diff(id, found.properties, news);
  }

  for (const spec of Object.values(resources)) {
    const names = optionalNamesOf(spec);
    it(`is recorded without that field, for each optional field of ${spec.type}, absent or null by turns${restOnPlugin(shell)}`, async () => {
      for (const [i, name] of names.entries()) await checkWithout(spec, name, i % 2 === 0 ? undefined : null);
    });
  }
});
