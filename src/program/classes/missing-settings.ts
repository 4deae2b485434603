import { type CustomResourceOptions, log, type ProviderResource, runtime } from "@pulumi/pulumi";
import { tokenComplaint } from "../../client/api/token-form";
import { type FoundSetting, missingForRequests, tokenSettings } from "../../client/setting-names";
import { type AdoptMode, adoptModeOf, adoptModeText } from "../../description/spec/adopt-mode";
import { takesOver } from "./provider-instance";
import { runError } from "./run-error";
import { stackSetting } from "./stack-settings";

let isChecked = false;

/**
 * Stops a program that cannot reach the platform at its first resource, so that Pulumi shows one error instead of one per
 * resource. A preview goes on, because it sends no request for most resources, and warns once about what `pulumi up` needs.
 * An invalid adoptExisting or token stops a preview too.
 *
 * This applies only if the CLI runs the program, because then the provider's process has the same environment. An inline
 * program of the Automation API has its own. It does not apply to resources with an explicit provider and its settings.
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
  void log.warn(`this preview does not reach the platform, and the update will fail: ${missing.join(". ")}`);
}

/** Whether a create may adopt an existing object, by the stack's adoptExisting or its provider's. A preview then searches for it. */
export function mayTakeOver(type: string, options: CustomResourceOptions): boolean {
  const provider = providerOf(type, options);
  if (provider !== undefined) return takesOver(provider);
  const never: AdoptMode = "never";
  return adoptExisting().value !== never;
}

const providerOf = (type: string, { provider, parent }: CustomResourceOptions): ProviderResource | undefined =>
  provider ?? parent?.getProvider(type);

/** Returns the token, or undefined if another credential is used. Any credential in the environment precedes the config. */
function tokenInForce(): FoundSetting | undefined {
  const token = stackSetting("token");
  const isInConfig = (found: FoundSetting) => found.origin.includes(":");
  const isOvertaken = tokenSettings.map(stackSetting).some((one) => one !== undefined && !isInConfig(one));
  return token !== undefined && isInConfig(token) && isOvertaken ? undefined : token;
}

const adoptExisting = (): FoundSetting => stackSetting("adoptExisting") ?? { value: "never", origin: "" };

const isRunByCli = (): boolean => /[\\/]cmd[\\/]run([\\/]|$)/.test(process.argv[1] ?? "");
