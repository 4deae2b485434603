import { type Emulator, type EmulatorOptions, startEmulator } from "../../../src/emulator";

interface Options extends EmulatorOptions {
  /** Whether each test has its own emulator and host. Otherwise all tests of the suite share them. */
  readonly isNewInEach?: boolean;
  readonly environment?: Readonly<Record<string, string>>;
}

/** An emulator, and a host that has its settings in the environment. Hooks of the suite start and close both. */
export function hostPlace<Host extends { close(): Promise<void> }>(
  start: (options: { readonly environment: Readonly<Record<string, string>> }) => Promise<Host>,
  { isNewInEach = false, environment = {}, ...options }: Options = {},
): { readonly emulator: Emulator; readonly host: Host } {
  let emulator: Emulator;
  let host: Host;
  const [first, last] = isNewInEach ? [beforeEach, afterEach] : [before, after];
  first(async () => {
    emulator = await startEmulator(options);
    host = await start({ environment: { ...emulator.environment, ...environment } });
  });
  last(async () => {
    await host.close();
    await emulator.close();
  });
  return {
    get emulator() {
      return emulator;
    },
    get host() {
      return host;
    },
  };
}
