import { accountCheckEndpoints } from "./account-checks";
import { advisoryFeedEndpoints } from "./advisory-feed";
import { batchEndpoints } from "./batches";
import type { Endpoint } from "./endpoint";
import { imageEndpoints } from "./images";
import { libraryEndpoints } from "./libraries";
import { lookupEndpoints } from "./lookups";
import { scimEndpoints } from "./scim-endpoints";
import { termsEndpoints } from "./terms";

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
