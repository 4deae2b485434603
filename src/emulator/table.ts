import { advisoryFeedEndpoints } from "./endpoints/advisory-feed";
import { batchEndpoints } from "./endpoints/batches";
import type { Service } from "./endpoints/endpoint";
import { imageEndpoints } from "./endpoints/images";
import { libraryEndpoints } from "./endpoints/libraries";
import { lookupEndpoints } from "./endpoints/lookups";
import { registryEndpoints } from "./endpoints/registry";
import { scimEndpoints } from "./endpoints/scim";
import { stsEndpoints } from "./endpoints/sts";
import { termsEndpoints } from "./endpoints/terms";
import type { Route } from "./gateway/route";
import { advisory } from "./kinds/advisory";
import { readRoutes, verbRoutes } from "./verbs/routes";

const endpoints = [
  scimEndpoints,
  termsEndpoints,
  batchEndpoints,
  lookupEndpoints,
  imageEndpoints,
  libraryEndpoints,
  advisoryFeedEndpoints,
  stsEndpoints,
  registryEndpoints,
].flat();

/** All routes of an emulator, each with the permission that its caller needs. */
export const routeTable = (service: Service): readonly Route[] => [
  ...endpoints.map((declared) => declared(service)),
  ...service.specs.filter(({ lifecycle }) => lifecycle === undefined).flatMap((spec) => verbRoutes(spec, service)),
  ...readRoutes(advisory, service),
];
