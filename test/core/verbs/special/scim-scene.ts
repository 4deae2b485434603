import assert from "node:assert/strict";
import type { Values } from "../../../../src/description/spec/values";
import { CREATED, LocalPlatform, placed } from "../../../support/local-platform";
import { verbsIn } from "../../../support/local-verbs";
import { identityProvider, roleBinding, scimToken } from "../../../support/resources";

export const HOUR_MS = 60 * 60 * 1000;

const oidc = { issuer: "https://login.example.com", clientId: "c" };
const idp = { name: "sso", defaultRole: "viewer", oidc, scim: { etag: "e1" } };
// Provisioning needs two owners.
const owners = ["a", "b"].map((id) =>
  placed(roleBinding, `org/${id}`, { identityUid: `org/i-${id}`, roleUid: "owner" }),
);

/** The error of a verb in the place of its result. */
const orError = <T>(result: Promise<T>): Promise<T | Error> => result.catch((error: Error) => error);

/** What a verb returned; throws its error. */
export function outputsOf(result: Values | Error): Values {
  if (result instanceof Error) throw result;
  return result;
}

/** A platform with an identity provider, and runs that manage its SCIM token. Each verb is a run of its own. */
export function scimScene(createTime = CREATED) {
  const platform = new LocalPlatform([placed(identityProvider, "org/idp", { ...idp, createTime }), ...owners]);
  const verbs = () => verbsIn(platform.run(), scimToken);
  const inputs = (more: Values): Values => ({ identityProviderUid: "org/idp", ...more });
  const scim = () => (platform.get("org/idp", identityProvider.type) as { scim: Values }).scim;
  return {
    platform,
    verbs,
    inputs,
    /** The settings on the platform. */
    scim,
    make: (more: Values = {}): Promise<Values | Error> =>
      orError(
        verbs()
          .create(inputs(more))
          .then(({ outputs }) => outputs),
      ),
    read: (recorded: Values) => verbs().read("org/idp", recorded),
    update: (recorded: Values, more: Values = {}): Promise<Values | Error> =>
      orError(verbs().update("org/idp", recorded, inputs(more))),
    remove: (recorded: Values) => verbs().delete("org/idp", recorded),
    /** What somebody else does. */
    somebody: (verb: string, body: Values = {}) => {
      const seen = verb === "generateScimToken" ? {} : { etag: scim().etag };
      return platform.call(`/iam/v2/identityProviders/org/idp:${verb}`, { ...seen, ...body });
    },
    /** What was sent: the verbs and bodies. */
    posts: () => platform.writes().map(([request, body]) => [request.replace(/.*:/, ""), body] as const),
    /** The answer of the platform to reads of the settings, from now on. */
    answering: (body: Values, times = 99) =>
      platform.fault({ method: "GET", times, action: { kind: "body", status: 200, body: JSON.stringify(body) } }),
  };
}

/** A scene in which a token was made before the test begins. */
export async function startedScene(more: Values = {}) {
  const scene = scimScene();
  const recorded = outputsOf(await scene.make(more));
  scene.platform.requests.length = 0;
  return { ...scene, recorded };
}

/** Asserts that a token is returned, and that it is the current one. */
export function isTold(result: Values | Error, { scim }: Pick<ReturnType<typeof scimScene>, "scim">): void {
  const { token, etag } = outputsOf(result);
  assert.match(String(token), /^scim_/);
  assert.equal(etag, scim().etag);
}
