import { accountCheckEndpoints } from "./endpoints/account-check";
import { advisoryFeedEndpoints } from "./endpoints/advisory-feed";
import { batchEndpoints } from "./endpoints/batches";
import type { Endpoint } from "./endpoints/endpoint";
import { imageEndpoints } from "./endpoints/images";
import { libraryEndpoints } from "./endpoints/libraries";
import { lookupEndpoints } from "./endpoints/lookups";
import { scimEndpoints } from "./endpoints/scim";
import { termsEndpoints } from "./endpoints/terms";

/** Every call that is none of the five verbs of a resource. */
export const allEndpoints: readonly Endpoint[] = [
  scimEndpoints,
  accountCheckEndpoints,
  termsEndpoints,
  batchEndpoints,
  lookupEndpoints,
  imageEndpoints,
  libraryEndpoints,
  advisoryFeedEndpoints,
].flat();
