import { type DoubleOptions, type EngineDouble, startDouble } from "./engine-double";

/** A suite of tests on the double of the engine, for each host. Each test has a double of its own, with its own emulator. */
export function describeDouble(
  title: string,
  define: (engine: EngineDouble) => void,
  options: DoubleOptions = {},
): void {
  for (const shell of ["dynamic", "plugin"] as const)
    describeShell(`${title} [${shell}]`, define, { ...options, shell });
}

function describeShell(title: string, define: (engine: EngineDouble) => void, options: DoubleOptions): void {
  describe(title, function () {
    this.timeout(120_000);
    let current: EngineDouble | undefined;
    const running = (): EngineDouble => {
      if (current === undefined) throw new Error("a double is there in tests and hooks only");
      return current;
    };
    beforeEach(async () => {
      current = await startDouble(options);
    });
    afterEach(() => running().close());
    // Each member is that of the double of the running test.
    const keys = [
      "emulator",
      "world",
      "stack",
      "root",
      "shown",
      "foreignObjects",
      "declare",
      "recorded",
      "close",
    ] as const;
    const members = keys.map((key) => [key, { get: () => running()[key] }] as const);
    define(Object.defineProperties({}, Object.fromEntries(members)) as EngineDouble);
  });
}
