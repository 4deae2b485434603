import assert from "node:assert/strict";
import { Handle, Kind } from "../../../../src/lifecycle/run/handle";
import { create } from "../../../../src/lifecycle/verbs/create";
import { diff } from "../../../../src/lifecycle/verbs/diff";
import { read } from "../../../../src/lifecycle/verbs/read";
import { update } from "../../../../src/lifecycle/verbs/update";
import { group } from "../../../../src/resources/group";
import { repo } from "../../../../src/resources/repo";
import { bodyOf, listed, object, scriptedContext } from "../../../support/lifecycle";

const team = { parentUid: "org", name: "team", description: "d" };

describe("an adopted object", () => {
  it("has the outputs that its class declares", async () => {
    const { context } = scriptedContext([
      object({
        uid: "org/a",
        name: "team",
        description: "d",
        createTime: "2026-01-01T00:00:00Z",
        updateTime: "2026-01-01T00:00:00Z",
      }),
    ]);
    const { outputs } = await create(new Kind(context, group), { ...team, adoptUid: "org/a" });
    assert.equal(outputs.updateTime, "2026-01-01T00:00:00Z");
  });

  it("is not requested by an empty adoptUid", async () => {
    const { context } = scriptedContext([listed("groups"), object({ uid: "org/a", name: "team", description: "d" })]);
    assert.equal((await create(new Kind(context, group), { ...team, adoptUid: "" })).uid, "org/a");
  });
});

describe("a field that the adoption left alone", () => {
  it("is emptied once the program has set it and removed it again", async () => {
    const inputs = { parentUid: "org", name: "app" };
    const script = scriptedContext([
      object({ uid: "org/r", name: "app" }),
      object({ content: "# theirs" }),
      object({ content: "# ours" }),
      object({}),
    ]);
    const adopted = await create(new Kind(script.context, repo), { ...inputs, adoptUid: "org/r" });
    const ours = await update(new Handle(script.context, repo, "org/r"), adopted.outputs, {
      ...inputs,
      readme: "# ours",
    });
    await update(new Handle(script.context, repo, "org/r"), ours, inputs);
    assert.deepEqual(script.requests.map(bodyOf).slice(2), [{ content: "# ours" }, { content: "" }]);
  });

  it("is an input of a read once the program has set it", async () => {
    const inputs = { parentUid: "org", name: "app" };
    const script = scriptedContext([
      object({ uid: "org/r", name: "app" }),
      object({ content: "# theirs" }),
      object({ content: "# ours" }),
      object({ uid: "org/r", name: "app" }),
      object({ content: "# ours" }),
    ]);
    const adopted = await create(new Kind(script.context, repo), { ...inputs, adoptUid: "org/r" });
    const ours = await update(new Handle(script.context, repo, "org/r"), adopted.outputs, {
      ...inputs,
      readme: "# ours",
    });
    const found = await read(new Handle(script.context, repo, "org/r"), ours);
    assert.deepEqual(found?.inputs, { ...inputs, readme: "# ours" });
  });

  it("belongs to the program once that declares a part of it", async () => {
    const inputs = { parentUid: "org", name: "app" };
    const theirs = { uid: "org/r", name: "app", customOverlay: { environment: { A: "1" } } };
    const ours = { ...theirs, customOverlay: { environment: { A: "2" } } };
    const script = scriptedContext([object(theirs), object({}), object(ours), object(ours), object(ours)]);
    const adopted = await create(new Kind(script.context, repo), { ...inputs, adoptUid: "org/r" });
    const desired = { ...inputs, customOverlay: { environment: { A: "2" } } };
    const updated = await update(new Handle(script.context, repo, "org/r"), adopted.outputs, desired);
    const found = await read(new Handle(script.context, repo, "org/r"), updated);
    assert.deepEqual(found?.inputs, desired);
  });

  it("is cleared once the program has declared it and removed it again", async () => {
    const recorded = {
      parentUid: "org",
      name: "app",
      customOverlay: { environment: { A: "1" } },
      __server: { filled: ["customOverlay"] },
    };
    const { customOverlay: _, __server: __, ...inputs } = recorded;
    const after = { uid: "org/r", name: "app", customOverlay: { environment: { A: "2" } } };
    const script = scriptedContext([object(after), object({ uid: "org/r", name: "app" })]);
    const updated = await update(new Handle(script.context, repo, "org/r"), recorded, {
      ...inputs,
      customOverlay: { environment: { A: "2" } },
    });
    assert.deepEqual(diff(repo, updated, inputs).changed, true);
  });
});
