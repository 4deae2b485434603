import { CustomResource, type CustomResourceOptions, type Input, mergeOptions, type Output } from "@pulumi/pulumi";
import type { signedToken } from "../local/signed-token";
import { checkSettings } from "../pulumi/missing-settings";
import { hideSecretsInDebugMessages } from "../pulumi/quiet-log";
import { cheapenStackTraces, LAST_SLOT, watchLastSlot } from "../pulumi/short-stack";

hideSecretsInDebugMessages();

/** Not among the types of the platform's objects: what reads a state for those passes it over. */
const TYPE = "pulumi-nodejs:dynamic/platform-local:SignedToken";
/** In the state of users: the same in every release. */
const PROVIDER = 'exports.handler=()=>require("pulumi-platform/provider").dynamic("local:SignedToken")';

/** The outputs, which the SDK fills in only if they are declared. */
const SLOTS = {
  token: undefined,
  issuer: undefined,
  subject: undefined,
  tokenAudience: undefined,
  issuerKeys: undefined,
  expirationTime: undefined,
  suffix: undefined,
} satisfies Partial<Record<keyof typeof signedToken.fields, undefined>>;

/** Inputs of a SignedToken. */
interface SignedTokenArgs {
  readonly audience: Input<string> | undefined;
  readonly lifetimeDays: Input<number>;
  readonly rotate: Input<string> | undefined;
  readonly rotateDaysBefore: Input<number> | undefined;
}

/** A token that this program signs, in the state with the key that verifies it. */
export class SignedToken extends CustomResource {
  declare readonly token: Output<string>;
  declare readonly issuer: Output<string>;
  declare readonly subject: Output<string>;
  declare readonly tokenAudience: Output<string>;
  declare readonly issuerKeys: Output<string>;
  declare readonly expirationTime: Output<string>;
  declare readonly suffix: Output<string>;

  constructor(name: string, args: SignedTokenArgs, opts: CustomResourceOptions) {
    const options = mergeOptions(opts, { additionalSecretOutputs: ["token"] });
    checkSettings(TYPE, options);
    const restore = cheapenStackTraces();
    try {
      super(TYPE, name, { ...SLOTS, ...args, [LAST_SLOT]: PROVIDER }, options);
    } finally {
      restore();
    }
  }
}
watchLastSlot(SignedToken.prototype);
