import type { Client } from "../../../api/client";
import { literal, path } from "../../../api/path";
import { entityOf } from "../../../lookups/answers";
import { identityProvider } from "../../../resources/identity-provider";
import { scimToken } from "../../../resources/scim-token";
import type { ResourceSpec } from "../../../spec/resource";
import type { LiveObject } from "../../organization/read";
import type { LeftOut } from "./judge";

// The type parameter concerns its fields, which are not read here.
const spec = scimToken as unknown as ResourceSpec;

const LIVE: readonly unknown[] = ["CREDENTIAL_STATE_LIVE", "CREDENTIAL_STATE_ROTATING"];

/** The SCIM tokens in use. No list has them, so this reads each identity provider. Throws PlatformError. */
export async function scimTokensOf(
  client: Client,
  objects: readonly LiveObject[],
  isDeclared: (token: Pick<LiveObject, "spec" | "uid">) => boolean,
): Promise<LeftOut[]> {
  const providers = objects.filter((object) => object.spec.type === identityProvider.type);
  const found = await Promise.all(
    providers.map(async (object) => ((await hasToken(client, object.uid)) ? [leftOutToken(object)] : [])),
  );
  return found.flat().filter(({ object }) => !isDeclared({ spec, uid: object.uid }));
}

async function hasToken(client: Client, uid: string): Promise<boolean> {
  const answer = await client.get(path`${literal(identityProvider.collection)}/${uid}`);
  return LIVE.includes(entityOf(identityProvider.fields)(answer).scim?.credentialState);
}

function leftOutToken(object: LiveObject): LeftOut {
  const remedy =
    "It stays valid. To manage one, add the lines below to the program. They create another token, and the present one expires an hour " +
    "later.";
  const inputs = { identityProviderUid: object.uid, adoptUid: object.uid };
  return { spec, object, reason: "the platform returns the token only once", remedy, byHand: { spec, inputs } };
}
