import assert from "node:assert/strict";
import { HELP, optionsOf } from "../../../tools/bench/options";
import { plans } from "../../../tools/bench/plan";

describe("the options of the benchmark", () => {
  it("measure what is judged unless others are given, and imports with it", () => {
    const options = optionsOf([]);
    assert.deepEqual(options?.scenarios, plans.usual);
    assert.equal(options?.withImports, true);
    assert.match(options?.out ?? "", /\.cache[\\/]bench\.json$/);
    assert.equal(optionsOf(["--quick"])?.scenarios.length, plans.quick.length);
    assert.equal(optionsOf(["--large"])?.scenarios.length, plans.large.length);
  });

  it("narrow it down, to imports alone too", () => {
    const one = optionsOf([
      "--only",
      "skipped-500",
      "--count",
      "7",
      "--operations",
      "up again,destroy",
      "--peers",
      "ours",
    ]);
    assert.deepEqual(
      one?.scenarios.map(({ name, operations, peers }) => [name, operations, peers]),
      [["skipped-7", ["create", "up again", "destroy"], ["ours"]]],
    );
    assert.equal(one?.withImports, false);
    const imports = optionsOf(["--only", "imports"]);
    assert.deepEqual([imports?.scenarios, imports?.withImports], [[], true]);
    const several = optionsOf(["--only", "zstd,imports,throttled"]);
    assert.deepEqual(
      [several?.scenarios.map(({ name }) => name), several?.withImports],
      [["zstd-500", "throttled-200"], true],
    );
  });

  it("that are wrong are refused with what there is", () => {
    const refused: readonly [args: string[], message: RegExp][] = [
      [["--only", "everything"], /--only everything: no scenario .* The names are imports, default-100, /],
      [["--count", "0"], /--count 0: must be a whole number/],
      [["--count", "1e3"], /--count 1e3/],
      [["--operations", "create,fly"], /--operations: "fly" must be one of create, up again, /],
      [["--peers", "theirs"], /--peers: "theirs" must be one of ours, plugin, noop, naive, undici/],
      [["--quick", "--large"], /only one of --quick and --large/],
      [["--slow"], /--slow/],
    ];
    for (const [args, message] of refused) assert.throws(() => optionsOf(args), message);
  });

  it("are all in the help", () => {
    assert.equal(optionsOf(["--help"]), undefined);
    for (const option of ["quick", "large", "only", "count", "operations", "peers", "out", "from", "record", "list"])
      assert.match(HELP, new RegExp(`^ {2}--${option}\\b`, "m"));
  });
});
