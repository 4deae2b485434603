import { CustomResource, type CustomResourceOptions, type Input, mergeOptions, type Output } from "@pulumi/pulumi";
import { PROVIDER, providerText, SIGNED_TOKEN_TYPE } from "../../description/names/dynamic";
import type { HostName } from "../../description/names/host-name";
import { PLUGIN_DOWNLOAD_URL, SIGNED_TOKEN_IN_PLUGIN } from "../../description/names/plugin";
import type { signedToken } from "../../description/signed-token";
import { aliasesOf, inheritedAliases } from "../classes/inherited-aliases";
import { checkSettings } from "../classes/missing-settings";
import { hideSecretsInDebugMessages } from "../classes/quiet-log";
import { cheapenStackTraces, watchLastSlot } from "../classes/short-stack";
import { currentHost } from "../classes/stack-settings";

hideSecretsInDebugMessages();

/** The outputs, declared because the SDK assigns declared ones only. */
const SLOTS = {
  token: undefined,
  issuer: undefined,
  subject: undefined,
  tokenAudience: undefined,
  issuerKeys: undefined,
  expirationTime: undefined,
  suffix: undefined,
} satisfies Partial<Record<keyof typeof signedToken.fields, undefined>>;

interface SignedTokenArgs {
  readonly audience: Input<string | undefined> | undefined;
  readonly lifetimeDays: Input<number>;
  readonly rotate: Input<string | undefined> | undefined;
  readonly rotateDaysBefore: Input<number | undefined> | undefined;
}

const types: Readonly<Record<HostName, string>> = { dynamic: SIGNED_TOKEN_TYPE, plugin: SIGNED_TOKEN_IN_PLUGIN };

const ofHost: Readonly<Record<HostName, CustomResourceOptions>> = {
  dynamic: { additionalSecretOutputs: ["token"] },
  plugin: { pluginDownloadURL: PLUGIN_DOWNLOAD_URL },
};

/** A token that this program signs. The state contains it with the public key. */
export class SignedToken extends CustomResource {
  declare readonly token: Output<string>;
  declare readonly issuer: Output<string>;
  declare readonly subject: Output<string>;
  declare readonly tokenAudience: Output<string>;
  declare readonly issuerKeys: Output<string>;
  declare readonly expirationTime: Output<string>;
  declare readonly suffix: Output<string>;

  constructor(name: string, args: SignedTokenArgs, opts: CustomResourceOptions) {
    const host = currentHost();
    const type = types[host];
    const otherType = types[host === "dynamic" ? "plugin" : "dynamic"];
    // So that a stack can change its host.
    const others = [{ type: otherType }, ...inheritedAliases(otherType, name, opts, true)];
    const options = mergeOptions({ ...opts, aliases: [...aliasesOf(type, name, opts), ...others] }, ofHost[host]);
    checkSettings(type, options);
    const restore = cheapenStackTraces();
    try {
      const hidden = host === "dynamic" ? { [PROVIDER]: providerText("local:SignedToken") } : {};
      super(type, name, { ...SLOTS, ...args, ...hidden }, options);
    } finally {
      restore();
    }
  }
}
watchLastSlot(SignedToken.prototype);
