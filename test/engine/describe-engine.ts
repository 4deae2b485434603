import { type HostName, hostNames } from "../../src/description/names/host-name";
import { type Engine, type EngineOptions, startEngine } from "../support/engine";

export interface SuiteOptions extends EngineOptions {
  /** Use one engine for all tests of the suite, instead of one per test. */
  readonly shared?: boolean;
  readonly timeoutMs?: number;
}

/** The engine of the running test; `root` is the uid of its organization. */
export type SuiteEngine = Engine & { readonly root: string };

/** A suite of tests on the engine: starts one before each test, or before the first, and closes it after. */
export function describeEngine(title: string, define: (engine: SuiteEngine) => void, options: SuiteOptions = {}): void {
  const { shared = false, timeoutMs = 300_000, ...engineOptions } = options;
  describe(title, function () {
    this.timeout(timeoutMs);
    let current: Engine | undefined;
    const start = async () => {
      current = await startEngine(engineOptions);
    };
    const close = async () => {
      await current?.close();
      current = undefined;
    };
    (shared ? before : beforeEach)(start);
    (shared ? after : afterEach)(close);
    define(engineNow(() => current));
  });
}

/**
 * A suite for each host of the resources. Its title names the host.
 *
 * @param define is called with the host, too
 */
export function describeEngineHosts(
  title: string,
  define: (engine: SuiteEngine, shell: HostName) => void,
  options: SuiteOptions = {},
): void {
  for (const shell of hostNames) {
    // Without the option a project knows nothing of the plugin, as that of most users.
    const host = shell === "plugin" ? { shell } : {};
    describeEngine(`${title} [${shell}]`, (engine) => define(engine, shell), { ...options, ...host });
  }
}

/** An engine of which each member is that of the engine that runs at that moment. */
const engineNow = (now: () => Engine | undefined): SuiteEngine =>
  // The proxy has every member of its type.
  new Proxy({} as SuiteEngine, {
    get(_, name) {
      const engine = now();
      if (engine === undefined) throw new Error("an engine is there in tests and hooks only");
      return name === "root" ? engine.emulator.organization.uid : Reflect.get(engine, name);
    },
  });
