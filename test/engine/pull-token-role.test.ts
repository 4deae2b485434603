import assert from "node:assert/strict";
import { customerFor } from "../support/customer";
import { describeEngine } from "../support/describe-engine";
import { succeeded } from "../support/engine";
import { assertConverged } from "../support/invariants";
import { readPage } from "../support/pages";
import { declareToken, login, pull, putImage } from "../support/pull-token";

/** The capabilities that docs/pull-tokens.md says a role needs: to create a token, and to rotate or delete it. */
function neededByPage(): readonly [create: string[], all: string[]] {
  const [, create = "", more = ""] =
    /- To create one, (.*?)\. To rotate or delete one, (.*?)\./s.exec(readPage("docs/pull-tokens.md")) ?? [];
  const namesIn = (text: string): string[] => text.match(/CAP_[A-Z_]+/g) ?? [];
  assert.ok(namesIn(create).length > 0 && namesIn(more).length > 0, "the page names no capabilities");
  return [namesIn(create), [...namesIn(create), ...namesIn(more)]];
}

describeEngine("a pull token of a customer with no more than the page asks for", (engine) => {
  beforeEach(() => putImage(engine));

  it("is created, refreshed, rotated and destroyed without a warning (row 272)", async () => {
    const [create, all] = neededByPage();
    const run = async (words: readonly string[], environment: Record<string, string>): Promise<void> => {
      const { output } = succeeded(await engine.stack.run([...words, "--yes", "--skip-preview"], environment));
      assert.doesNotMatch(output, /lacks|warning|was not deleted/i);
    };
    const creator = await customerFor(engine.emulator, { capabilities: create });
    declareToken(engine);
    await run(["up"], creator);
    await run(["up", "--refresh"], creator);
    const former = login(engine);
    assert.deepEqual(await pull(engine, former), [200, 200]);
    const rotator = await customerFor(engine.emulator, { capabilities: all });
    declareToken(engine, 'rotate: "2"');
    await run(["up", "--refresh"], rotator);
    const next = login(engine);
    assert.deepEqual([await pull(engine, former), await pull(engine, next)], [[401], [200, 200]]);
    const idTokens = [creator, rotator].map(({ PLATFORM_ID_TOKEN = "" }) => PLATFORM_ID_TOKEN);
    await assertConverged(engine, [former.password, next.password, ...idTokens]);
    await run(["destroy"], rotator);
    assert.deepEqual(await pull(engine, next), [401]);
    assert.deepEqual(
      engine.emulator.list("iam:Identity").filter(({ name }) => String(name).startsWith("cluster")),
      [],
    );
  });
});
