import type { AnyHost, AnyHostOptions, HostCalls } from "./any-host";
import { startInDynamicHost } from "./any-host-dynamic";
import { startInPlugin } from "./any-host-plugin";

export { type AnyHost, type AnyHostOptions, NAME, TYPE, unchanged } from "./any-host";

export type Shell = "dynamic" | "plugin";

export type StartHost = (options?: AnyHostOptions) => Promise<AnyHost>;

const starts: Readonly<Record<Shell, (options: AnyHostOptions) => Promise<HostCalls>>> = {
  dynamic: startInDynamicHost,
  plugin: startInPlugin,
};

/** Defines a suite for each host. Its title names the host, by which docs/internals/promises.md knows what is shown on which. */
export function describeHosts(title: string, define: (start: StartHost, shell: Shell) => void): void {
  for (const shell of ["dynamic", "plugin"] as const)
    describe(`${title} [${shell}]`, () => define((options) => startAny(shell, options), shell));
}

/** Tag of a test that repeats on the plugin what its twin proves: it runs in the full run only. */
export const restOnPlugin = (shell: Shell): string => (shell === "plugin" ? " @all" : "");

/** Starts a host, with a next run once one is needed. */
async function startAny(shell: Shell, options: AnyHostOptions = {}): Promise<AnyHost> {
  const host = await starts[shell](options);
  const { beside: _, ...again } = options;
  let next: Promise<HostCalls> | undefined;
  let shownLater = () => "";
  const later = async (): Promise<HostCalls> => {
    next ??= starts[shell](again);
    shownLater = (await next).shown;
    return next;
  };
  return {
    ...host,
    deleteLater: async (id, properties) => (await later()).delete(id, properties),
    readLater: async (id, properties) => (await later()).read(id, properties),
    shown: () => host.shown() + shownLater(),
    async close() {
      await (await next)?.close();
      await host.close();
    },
  };
}
