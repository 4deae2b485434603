import { output, runtime } from "@pulumi/pulumi";
import type { Provider } from "./provider-instance";

/** A call that mocks may answer. */
interface MockableCall {
  /** `iam:getRole`. */
  readonly name: string;
  readonly args?: object;
  readonly provider: Provider | undefined;
}

/** The token of a function, `platform:iam:getRole`, as mocks see it. */
const tokenOf = (name: string): string => `platform:${name}`;

/**
 * What the mocks of `pulumi.runtime.setMocks` answer to a call, as it is; undefined when there are none. Throws what the
 * mock throws.
 */
export async function mockedAnswer(call: MockableCall): Promise<{ readonly value: unknown } | undefined> {
  const mocks = currentMocks();
  if (mocks === undefined) return undefined;
  const provider = call.provider === undefined ? {} : { provider: await referenceOf(call.provider) };
  return { value: await mocks.call({ token: tokenOf(call.name), inputs: { ...call.args }, ...provider }) };
}

/** The mocks of this program. The SDK keeps them in the place of the engine. */
function currentMocks(): runtime.Mocks | undefined {
  if (!runtime.hasMonitor()) return undefined;
  const monitor: unknown = runtime.getMonitor();
  if (typeof monitor !== "object" || monitor === null || !("mocks" in monitor)) return undefined;
  return monitor.mocks as runtime.Mocks; // Only the SDK's own MockMonitor has the property.
}

/** How the engine names a provider, `urn::id`. */
const referenceOf = ({ urn, id }: Provider): Promise<string> =>
  new Promise((resolve) => output([urn, id]).apply((parts) => resolve(parts.join("::"))));
