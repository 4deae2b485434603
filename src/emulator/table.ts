import { accountCheckEndpoints } from "./endpoints/account-check";
import { advisoryFeedEndpoints } from "./endpoints/advisory-feed";
import { batchEndpoints } from "./endpoints/batches";
import { routeOf, type Service } from "./endpoints/endpoint";
import { imageEndpoints } from "./endpoints/images";
import { libraryEndpoints } from "./endpoints/libraries";
import { lookupEndpoints } from "./endpoints/lookups";
import { registryEndpoints } from "./endpoints/registry";
import { scimEndpoints } from "./endpoints/scim";
import { stsEndpoints } from "./endpoints/sts";
import { termsEndpoints } from "./endpoints/terms";
import type { Route } from "./gateway/route";
import { advisory } from "./kinds/advisory";
import { lookRoutes, verbRoutes } from "./kinds/verb-routes";

const endpoints = [
  scimEndpoints,
  accountCheckEndpoints,
  termsEndpoints,
  batchEndpoints,
  lookupEndpoints,
  imageEndpoints,
  libraryEndpoints,
  advisoryFeedEndpoints,
  stsEndpoints,
  registryEndpoints,
].flat();

/** Every route of an emulator, each with what its caller must be allowed to do. No request is answered by anything else. */
export const routeTable = (service: Service): readonly Route[] => [
  ...endpoints.map((declared) => routeOf(declared, service)),
  ...service.specs.filter(({ lifecycle }) => lifecycle === undefined).flatMap((spec) => verbRoutes(spec, service)),
  ...lookRoutes(advisory, service),
];
