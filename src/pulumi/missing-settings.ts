import { type CustomResourceOptions, log, type ProviderResource, runtime } from "@pulumi/pulumi";
import { tokenComplaint } from "../api/token-form";
import { type Found, missingForRequests, tokenSettings } from "../setting-names";
import { type AdoptMode, adoptModeOf, adoptModeText } from "../spec/adopt-mode";
import { takesOver } from "./provider-instance";
import { runError } from "./run-error";
import { stackSetting } from "./stack-settings";

let isChecked = false;

/**
 * Ends a program that cannot reach the platform with one error, at its first resource: otherwise each of its resources
 * has one. A preview goes on, since it sends nothing for most resources, and says once what `pulumi up` will need. It ends as
 * well where the setting adoptExisting is none of its values, and where the token cannot be one.
 *
 * Only where the CLI runs the program, so that the provider's process has the same environment: an inline program of the
 * Automation API has another. Only for resources without a provider of their own, which brings settings.
 *
 * @param type of the resource
 */
export function checkSettings(type: string, options: CustomResourceOptions): void {
  if (isChecked || !isRunByCli() || providerOf(type, options) !== undefined) return;
  isChecked = true;
  if (adoptModeOf(adoptExisting().value) === undefined) {
    throw runError(adoptModeText(adoptExisting().origin));
  }
  const token = tokenInForce();
  const complaint = token === undefined ? undefined : tokenComplaint(token.value);
  if (token !== undefined && complaint !== undefined) throw runError(`${token.origin}: ${complaint}`);
  const missing = missingForRequests((name) => stackSetting(name) !== undefined);
  if (missing.length === 0) return;
  if (!runtime.isDryRun()) throw runError(missing.join(". "));
  void log.warn(`this preview does not ask the platform, and the update cannot be made: ${missing.join(". ")}`);
}

/**
 * Whether creates may take over what they find: as the setting adoptExisting of the stack or of an explicit provider says. A
 * preview then asks what there is.
 *
 * @param type of the resource
 */
export function mayTakeOver(type: string, options: CustomResourceOptions): boolean {
  const provider = providerOf(type, options);
  if (provider !== undefined) return takesOver(provider);
  const never: AdoptMode = "never";
  return adoptExisting().value !== never;
}

const providerOf = (type: string, { provider, parent }: CustomResourceOptions): ProviderResource | undefined =>
  provider ?? parent?.getProvider(type);

/** The token that is used; undefined where another credential is used, as any one in the environment is before the config. */
function tokenInForce(): Found | undefined {
  const token = stackSetting("token");
  const isInConfig = (found: Found) => found.origin.includes(":");
  // Every credential is looked for in the environment first.
  const isOvertaken = tokenSettings.map(stackSetting).some((one) => one !== undefined && !isInConfig(one));
  return token !== undefined && isInConfig(token) && isOvertaken ? undefined : token;
}

const adoptExisting = (): Found => stackSetting("adoptExisting") ?? { value: "never", origin: "" };

const isRunByCli = (): boolean => /[\\/]cmd[\\/]run([\\/]|$)/.test(process.argv[1] ?? "");
