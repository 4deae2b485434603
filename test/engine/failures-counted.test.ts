import assert from "node:assert/strict";
import { assertSettled, type Declared, succeeded } from "../support/engine";
import { bots, claimMatch } from "./bots";
import { describeEngineHosts } from "./describe-engine";

/** With `--continue-on-error` the engine deletes at the end what the program has not declared, whatever failed before. */
describeEngineHosts(
  "what the program declares after a failure, with --continue-on-error",
  (engine, shell) => {
    const { group, uidOf, isThere } = bots(() => engine);
    const provider = (name: string, args: object): Declared => ({
      name,
      class: "Provider",
      args: { baseUrl: engine.emulator.url, ...args },
    });
    /** Is declared once the output of another resource is known that a failure leaves out. Only a failed get has an id. */
    const whoAfter = ({ name, get }: Declared): Declared => ({
      name: "who",
      class: "Identity",
      args: { parentUid: engine.root, claimMatch },
      after: get === undefined ? name : `${name}.parentUid`,
    });
    const missing = () => `${engine.root}/0123456789abcdef`;
    const other = { provider: "other" };
    const get = (opts: Readonly<Record<string, unknown>>): Declared => ({
      name: "failing",
      class: "Group",
      args: {},
      get: missing(),
      opts,
    });
    const imported = (): Declared => ({ ...group("failing"), opts: { ...other, import: missing() } });
    const failing: [what: string, declared: () => Declared][] = [
      ["a get with another provider", () => get(other)],
      ["a create whose provider cannot connect", () => ({ ...group("failing"), opts: { provider: "without-token" } })],
      // Pulumi's dynamic providers cannot import.
      ...(shell === "dynamic"
        ? []
        : ([["an import of a uid that does not exist", imported]] satisfies [string, () => Declared][])),
    ];
    const providers = () => [
      provider("other", { token: engine.emulator.token }),
      provider("without-token", { identity: missing() }),
    ];
    const declareAfter = (before: Declared) => engine.declare([...providers(), before, whoAfter(before)]);

    for (const [what, declared] of failing)
      it(`stays if ${what} fails (row 131)`, async () => {
        declareAfter(group("works"));
        succeeded(await engine.stack.up());
        const uid = await uidOf("who");
        declareAfter(declared());
        const { code, output } = await engine.stack.up("--continue-on-error");
        assert.equal(code, 1);
        assert.match(output, /Identity \S+ was not deleted, because something else failed/);
        assert.ok(isThere(uid), output);
        declareAfter(group("works"));
        succeeded(await engine.stack.up());
        assert.equal(await uidOf("who"), uid);
        await assertSettled(engine.stack);
      });

    it("goes in a destroy after a failed get, if --run-program is left out, as the message says (row 131)", async () => {
      declareAfter(group("works"));
      succeeded(await engine.stack.up());
      const uid = await uidOf("who");
      declareAfter(get({}));
      const { code, output } = await engine.stack.destroy("--run-program", "--continue-on-error");
      assert.equal(code, 1);
      assert.match(output, /was not deleted, because something else failed[\s\S]*leave out --run-program/);
      assert.ok(isThere(uid), output);
      succeeded(await engine.stack.destroy());
      assert.ok(!isThere(uid));
    });
  },
  { shared: true },
);
