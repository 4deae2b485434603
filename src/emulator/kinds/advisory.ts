import { advisoryFields, listAdvisories } from "../../description/operations/advisories";
import { defineResource, type ResourceSpec } from "../../description/spec/resource";

const { uid: _, ...fields } = advisoryFields;

/** Advisories (platform API: ADV-1) as a read-only kind of resource. */
export const advisory: ResourceSpec = defineResource({
  type: "vulnerabilities:Advisory",
  collection: listAdvisories.path,
  needs: { see: ["CAP_ADVISORIES_LIST"] },
  update: "never",
  fields,
});

/** Endings of subpackages, after the name of their source package. */
const SUBPACKAGE = /-(?:dev|doc|libs)$/;

export const originOf = (artifactName: unknown): string => String(artifactName).replace(SUBPACKAGE, "");
