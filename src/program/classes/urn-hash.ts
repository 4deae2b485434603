import { createHash } from "node:crypto";
import { createUrn, type Resource } from "@pulumi/pulumi";

/** Letters of the hash. 48 bits distinguish the resources of one program. */
const LENGTH = 8;

/** A short hash of a resource's URN, a space, and its name. A promise instead of an Output, so that no dependency on the parent results. */
export const urnText = (name: string, type: string, parent: Resource | undefined): Promise<string> =>
  new Promise((resolve) => {
    createUrn(name, type, parent).apply((urn) => resolve(`${hashOf(urn)} ${name}`));
  });

const hashOf = (urn: string): string => createHash("sha256").update(urn).digest("base64url").slice(0, LENGTH);
