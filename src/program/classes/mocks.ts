import { output, runtime } from "@pulumi/pulumi";
import type { Provider } from "./provider-instance";

interface MockableCall {
  /** `iam:getRole`. */
  readonly name: string;
  readonly args?: object;
  readonly provider: Provider | undefined;
}

/** The result of the mocks of `pulumi.runtime.setMocks`, or undefined without mocks. Throws the error of the mock. */
export async function mockedAnswer(call: MockableCall): Promise<{ readonly value: unknown } | undefined> {
  const mocks = currentMocks();
  if (mocks === undefined) return undefined;
  const provider = call.provider === undefined ? {} : { provider: await referenceOf(call.provider) };
  return { value: await mocks.call({ token: `platform:${call.name}`, inputs: { ...call.args }, ...provider }) };
}

/** The SDK keeps the mocks in place of the engine. */
function currentMocks(): runtime.Mocks | undefined {
  if (!runtime.hasMonitor()) return undefined;
  const monitor: unknown = runtime.getMonitor();
  if (typeof monitor !== "object" || monitor === null || !("mocks" in monitor)) return undefined;
  return monitor.mocks as runtime.Mocks; // Only the SDK's own MockMonitor has this property.
}

/** Returns the engine's name of a provider, `urn::id`. */
const referenceOf = ({ urn, id }: Provider): Promise<string> =>
  new Promise((resolve) => output([urn, id]).apply((parts) => resolve(parts.join("::"))));
