import type { z } from "zod";
import type { Client } from "../../../client/api/client";
import { PlatformError } from "../../../client/api/errors";
import { identityProvider } from "../../../description/resources/identity-provider";
import { parentTypeOf, type ResourceSpec } from "../../../description/spec/resource";
import { type Listed, type LiveObject, readInside, readOrganization } from "../../organization/read";
import type { driftDocument } from "./schema";
import type { Scope } from "./scope";

/** A kind or group that could not be listed, so there may be more objects. */
type Unlisted = NonNullable<z.infer<typeof driftDocument>["unmanaged"]>["unlisted"][number];

interface Read {
  readonly objects: readonly LiveObject[];
  readonly unlisted: readonly Unlisted[];
}

interface Places extends Pick<Scope, "groups" | "providers"> {
  readonly kinds: readonly ResourceSpec[];
}

export const isOfProviders = (spec: ResourceSpec): boolean => parentTypeOf(spec) === identityProvider.type;

/** Reads the objects of some kinds in groups, and in identity providers outside of these. */
export const readPlaces = (client: Client, { groups, providers, kinds }: Places): Promise<Read[]> =>
  Promise.all([
    ...groups.map((uid) => readPlace(uid, () => readOrganization(client, uid, kinds))),
    ...providers.map((uid) => readPlace(uid, () => readInside(client, uid, kinds.filter(isOfProviders)))),
  ]);

async function readPlace(group: string, read: () => Promise<Listed>): Promise<Read> {
  try {
    const { objects, unlisted } = await read();
    return {
      objects,
      unlisted: unlisted.map(({ spec, error }) => ({ kind: spec.type, group, message: error.message })),
    };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return { objects: [], unlisted: [{ kind: null, group, message: error.message }] };
  }
}
