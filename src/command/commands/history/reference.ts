import type { TagReference } from "../../../client/api/registry/requests";
import { CallError } from "../../declaration";

const SEGMENT = /^[a-z0-9]+(?:[._-]+[a-z0-9]+)*$/;
const TAG = /^\w[\w.-]{0,127}$/;

/**
 * Parses the name of a tag: `acme/web:1.2`. It may begin with the host of the registry. Throws CallError.
 *
 * @param text default organization: the public one; default tag: `latest`
 * @param host the host of the registry, if it is known
 */
export function parseReference(text: string, host?: string): Omit<TagReference, "org"> & { readonly org?: string } {
  if (text.includes("@")) {
    throw new CallError("image must name a tag, such as acme/web:1.2, because a digest has no history");
  }
  const withoutHost = host !== undefined && text.startsWith(`${host}/`) ? text.slice(host.length + 1) : text;
  const [, path = "", tag = "latest"] = /^(.*?)(?::([^:/]*))?$/s.exec(withoutHost) ?? [];
  const segments = path.split("/");
  if (!segments.every((segment) => SEGMENT.test(segment)) || !TAG.test(tag)) {
    throw new CallError("image must be the names of organization, image and tag, such as acme/web:1.2");
  }
  const [org, ...image] = segments;
  if (org === undefined || image.length === 0) return { image: path, tag };
  return { org, image: image.join("/"), tag };
}

export const referenceText = ({ org, image, tag }: TagReference): string => `${org}/${image}:${tag}`;
