import assert from "node:assert/strict";
import { resources } from "../../src/description/resources";
import { parentUidOf } from "../../src/description/spec/place";
import { isUnique, nameOf, parentField, type ResourceSpec } from "../../src/description/spec/resource";
import { assertSettled, type Declared, type Engine, plannedSteps, succeeded } from "../support/engine";
import { type Mutation, mutations } from "../support/log";
import { separateParent } from "../support/platform";
import { changesOf, type InputChange, minimalInputs } from "../support/samples";
import { describeEngine, describeEngineHosts, type SuiteEngine } from "./describe-engine";
import { assertInvariants } from "./invariants";

/** One change of one resource, which lives under a group of its own so that equal keys do not meet. */
interface Case {
  readonly name: string;
  readonly spec: ResourceSpec;
  readonly change: InputChange;
  readonly before: Declared;
  readonly after: Declared;
}

function casesOf(engine: Engine): Case[] {
  return Object.values(resources)
    .filter(({ lifecycle }) => lifecycle === undefined)
    .flatMap((spec) =>
      changesOf(engine.world, spec).flatMap((change): Case[] => {
        // What allows the deletion is still needed at the end.
        if (change.path[0] === spec.peculiar?.deletableIf) return [];
        const name = `${nameOf(spec)}-${change.kind}-${change.path.join(".")}`;
        const own = separateParent(engine.emulator, engine.world, spec, name);
        const isMove = change.field.options.parent === true || change.path[0] === Object.keys(own)[0];
        const declared = (args: InputChange["before"]): Declared => ({ name, class: nameOf(spec), args });
        const before = declared({ ...change.before, ...own });
        return [{ name, spec, change, before, after: declared(isMove ? change.after : { ...change.after, ...own }) }];
      }),
    );
}

/** Of each kind, the first change in place and the first that replaces the object. */
const firstOf = (cases: readonly Case[]): Case[] =>
  cases.filter(({ spec, change }, at) => {
    const isAlike = (other: Case) => other.spec === spec && other.change.replaces === change.replaces;
    return cases.findIndex(isAlike) === at;
  });

/** Asserts that exactly the field of a change in place was sent, by one request, and nothing for a field that only steers. */
function assertOneRequest(sent: readonly Mutation[], { name, spec, change }: Case, uid: string): void {
  const own = `${spec.collection}/${uid}`;
  const upserted = spec.update === "upsert" ? `${spec.collection}/${parentUidOf(spec, uid)}` : undefined;
  const below = change.field.options.subresource;
  const path = below ? below.property : snake(change.path.join("."));
  const patch = { method: "PATCH", target: below ? `${own}/${below.segment}` : own, mask: path, paths: [path] };
  const expected = upserted === undefined ? patch : { method: "POST", target: upserted };
  assert.deepEqual(
    sent.filter(({ target }) => target === upserted || target.startsWith(own)),
    change.field.options.clientOnly ? [] : [expected],
    name,
  );
}

/** The life of a stack with every kind, in order. */
const story = (engine: SuiteEngine, chosen: (cases: readonly Case[]) => readonly Case[]) => {
  let cases: readonly Case[];
  /** Resources that are in the stack from the beginning to the end. */
  let others: readonly Declared[];
  const declare = (which: "before" | "after") => engine.declare([...cases.map((one) => one[which]), ...others]);

  before(() => {
    cases = chosen(casesOf(engine));
    const unchanging = Object.values(resources).filter(({ lifecycle }) => lifecycle !== undefined);
    const inputsOf = (spec: ResourceSpec) => ({
      ...minimalInputs(engine.world, spec, 0),
      ...separateParent(engine.emulator, engine.world, spec, nameOf(spec)),
    });
    others = [
      ...unchanging.map((spec) => ({ name: nameOf(spec), class: nameOf(spec), args: inputsOf(spec) })),
      { name: "team", class: "Group", args: { parentUid: engine.root } },
    ];
    declare("before");
  });

  it("is previewed and created, and then up, preview and refresh find nothing to do (row 19)", async () => {
    const steps = plannedSteps(succeeded(await engine.stack.preview("--json")));
    for (const { name } of cases) assert.equal(steps.get(name)?.op, "create", name);
    assert.deepEqual(mutations(engine.emulator.requests), []);
    succeeded(await engine.stack.up());
    await assertSettled(engine.stack);
  });

  it("shows drift of one field in a refresh as that field, exits with 7, and is repaired by one request for that field (row 21) (report: --expect-no-changes ends with 0 although something changed)", async () => {
    const drifting = cases.filter(
      ({ change: { replaces, field } }) => !replaces && !field.options.clientOnly && !field.options.writeOnly,
    );
    const recorded = await engine.recorded();
    for (const { name, change } of drifting) engine.emulator.edit(String(recorded.get(name)?.id), wireEdit(change));

    const found = await engine.stack.refresh("--preview-only", "--expect-no-changes", "--json");
    assert.equal(found.code, 7, found.output);
    const steps = plannedSteps(found);
    for (const { name, change } of drifting) {
      const changed = steps.get(name)?.changed ?? [];
      assert.ok(changed.length > 0, `${name}: no drift was seen; ${JSON.stringify(steps.get(name))}`);
      for (const path of changed) assert.equal(path.split(/[.[]/)[0], change.path[0], name);
    }

    engine.emulator.clearRequests();
    succeeded(await engine.stack.up("--refresh"));
    const sent = mutations(engine.emulator.requests);
    for (const one of drifting) assertOneRequest(sent, one, String(recorded.get(one.name)?.id));
  });

  it("appears in the preview as that input, with a replacement where it is immutable", async () => {
    declare("after");
    const steps = plannedSteps(succeeded(await engine.stack.preview("--json")));
    for (const { name, change } of cases) {
      const planned = steps.get(name);
      assert.ok(planned, name);
      const [first = ""] = change.path;
      assert.ok(planned.changed.length > 0, `${name}: ${JSON.stringify(planned)}`);
      for (const path of planned.changed)
        assert.ok(path === first || path.startsWith(`${first}.`) || path.startsWith(`${first}[`), `${name}: ${path}`);
      assert.match(planned.op, change.replaces ? /replace/ : /^update$/, name);
    }
  });

  it("sends one request for exactly that field, by mask and body, or creates another object (row 22)", async () => {
    const recorded = await engine.recorded();
    engine.emulator.clearRequests();
    succeeded(await engine.stack.up());
    const sent = mutations(engine.emulator.requests);
    for (const one of cases) {
      const { name, spec, change, before, after } = one;
      const uid = String(recorded.get(name)?.id);
      if (!change.replaces) {
        assertOneRequest(sent, one, uid);
        continue;
      }
      const own = `${spec.collection}/${uid}`;
      const [parent = ""] = parentField(spec) ?? [];
      const created = sent.findIndex(
        ({ method, target }) => method === "POST" && target === `${spec.collection}/${after.args[parent]}`,
      );
      const deleted = sent.findIndex(({ method, target }) => method === "DELETE" && target === own);
      assert.ok(created >= 0 && deleted >= 0, name);
      const collides =
        isUnique(spec) &&
        before.args[parent] === after.args[parent] &&
        !Object.values(spec.fields).some((field) => field === change.field && field.options.key);
      assert.equal(
        deleted < created,
        collides,
        `${name}: the old one is deleted first exactly when its key blocks the new one`,
      );
    }
  });

  it("keeps a group that holds what somebody else made, and says what to delete first (row 23)", async () => {
    const uid = (await engine.recorded()).get("team")?.id ?? "";
    const inside = String(engine.emulator.put("registry:Repo", uid, { name: "web" }).uid);
    const blocked = await engine.stack.destroy("--target", "**team");
    assert.equal(blocked.code, 1);
    assert.match(
      blocked.output,
      /Group [0-9a-f]+\/[0-9a-f]+ cannot be deleted yet \(RESOURCE_NOT_EMPTY: "cannot delete group with child repos"\)\. These are in it or refer to it:/,
    );
    assert.ok(blocked.output.includes(`Repo "web" (${inside})`), blocked.output);
    assert.match(blocked.output, /parentUid: group\.id or dependsOn: \[group\]/);
    assert.ok((await engine.recorded()).get("team"));
    engine.emulator.remove(inside);
  });

  it("is destroyed without a trace, and nothing else with it", () => assertInvariants(engine));
};

const options = { shared: true, writesOnce: true };
describeEngineHosts("the story of a stack with every kind", (engine) => story(engine, firstOf), options);
describeEngine("the story of every input of every kind @all", (engine) => story(engine, (cases) => cases), options);

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The change as someone else would make it on the server: in wire form, only the changed field. */
function wireEdit({ path, after, kind, field }: InputChange): Record<string, unknown> {
  const value =
    kind === "remove" ? null : path.reduce<unknown>((inner, name) => (inner as Record<string, unknown>)[name], after);
  const names = path.map((name, depth) => (depth === 0 && name === "syncConfig" ? "sync_config" : name));
  return names.reduceRight<unknown>(
    (inner, name) => ({ [name]: inner }),
    field.options.readFrom ? value : value,
  ) as Record<string, unknown>;
}
