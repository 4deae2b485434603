import { createHash } from "node:crypto";
import { createUrn, type Resource } from "@pulumi/pulumi";

/** Letters of the hash: 48 bits tell the resources of one program apart. */
const LENGTH = 8;

/** A short hash of a resource's URN, a space, and the resource's name. A promise, not an Output: the resource does not depend on its parent by it. */
export const urnText = (name: string, type: string, parent: Resource | undefined): Promise<string> =>
  new Promise((resolve) => {
    createUrn(name, type, parent).apply((urn) => resolve(`${hashOf(urn)} ${name}`));
  });

const hashOf = (urn: string): string => createHash("sha256").update(urn).digest("base64url").slice(0, LENGTH);
