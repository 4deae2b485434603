import assert from "node:assert/strict";
import { diff } from "../../../src/core/verbs/diff";
import type { AdoptMode } from "../../../src/description/spec/adopt-mode";
import type { ResourceSpec } from "../../../src/description/spec/resource";
import type { Values } from "../../../src/description/spec/values";
import type { StartObject } from "../../../src/emulator/index";
import { LocalPlatform, placed } from "../../support/local-platform";
import { creating, madeBy, verbsIn } from "../../support/local-verbs";
import { previewOf } from "../../support/preview";
import { group, identity, identityProvider, repo, tag } from "../../support/resources";
import { unchanged } from "./recorded";

/** A create that finds an object, and its preview. What is not given is not compared, but for writes: the default is none. */
interface Row {
  readonly spec?: ResourceSpec;
  readonly there: readonly StartObject[];
  readonly inputs: Values;
  readonly refused?: RegExp;
  /** What the preview says of the object. */
  readonly preview?: string;
  readonly printed?: string;
  readonly writes?: readonly (readonly [request: string, body: unknown])[];
}

export function rows(mode: AdoptMode, all: Readonly<Record<string, Row>>): void {
  for (const [what, { spec = group, there, inputs: given, refused, preview, printed, writes = [] }] of Object.entries(
    all,
  )) {
    it(`${what}, and its preview says so (${mode === "never" ? "adoptUid" : mode})`, async () => {
      const [first] = there;
      const inputs = { parentUid: "org", ...(mode === "never" ? { adoptUid: first?.uid } : {}), ...given };
      const foreseen = previewOf(there, mode);
      const told = await foreseen.tell(inputs, { spec });
      const platform = new LocalPlatform(there);
      const result = await creating(platform.run({ adoptExisting: mode }), spec, inputs);
      assert.deepEqual(platform.writes(), writes);
      if (refused !== undefined) {
        const name = mode === "never" ? "AdoptionError" : "AlreadyThereError";
        assert.ok(result instanceof Error && result.name === name, String(result));
        for (const text of [told ?? "", result.message]) assert.match(text, refused);
        assert.match(result.message, /Nothing was (created|changed)\./);
        assert.doesNotMatch(result.message, /hush|canary/);
        assert.deepEqual([foreseen.printed, platform.printed], [[], []]);
        return;
      }
      const { uid, outputs } = madeBy(result);
      const { adoptUid: _, ...desired } = inputs;
      assert.deepEqual([uid, told], [first?.uid, undefined]);
      assert.deepEqual(diff(spec, outputs, desired), unchanged);
      if (preview !== undefined) assert.equal(foreseen.printed[0], `r: ${preview}`);
      if (printed !== undefined) assert.equal(platform.printed.join("\n"), printed);
    });
  }
}

export const theirs = placed(group, "org/a", { name: "team", description: "theirs" });
export const team = { name: "team" };
export const issuer = "https://i.example.com";
export const bot = (claims: Values) => placed(identity, "org/i", { name: "ci", claimMatch: { issuer, ...claims } });
export const provider = (more: Values = {}) => ({
  name: "sso",
  defaultRole: "viewer",
  oidc: { issuer, clientId: "c", pkceEnabled: true, ...more },
});
export const rule = (name: string) => provider({ correlationRule: `CORRELATION_RULE_${name}_EQUALS_EXTERNAL_ID` });
export const sso = (values: Values) => [placed(identityProvider, "org/p", values)];
export const keys = { identityUid: "org/i", roleUid: "viewer" };
/** A role binding with these keys that SCIM manages. */
export const provisioned = { ...keys, managedBy: "MANAGED_BY_SCIM", managedByUidp: "org/p" };
export const hook = (name: string) => ({ sink: `https://${name}.example.com` });
export const digest = (letter: string) => `sha256:${letter.repeat(64)}`;
export const tagged = [
  placed(tag, "org/r/t", { name: "v1", digest: digest("a") }),
  placed(repo, "org/r", { name: "app" }),
];
export const moved = { parentUid: "org/r", name: "v1", digest: digest("b") };
export const app = (more: Values = {}) => [placed(repo, "org/r", { name: "app", ...more })];
export const cloud = { name: "cloud", amazon: { account: "123456789012" } };
export const live = { scim: { credentialState: "CREDENTIAL_STATE_LIVE" } };

/** A run on a platform that has one object; `adopt` asks for it by its uid. */
export function runWith(there: StartObject, spec: ResourceSpec = group) {
  const platform = new LocalPlatform([there]);
  const context = platform.run();
  const adopt = (inputs: Values) => creating(context, spec, { parentUid: "org", adoptUid: there.uid, ...inputs });
  return { platform, context, adopt, ...verbsIn(context, spec) };
}
