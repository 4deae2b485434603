import type { TagReference } from "../../../api/registry/requests";
import { CallError } from "../../declaration";

const SEGMENT = /^[a-z0-9]+(?:[._-]+[a-z0-9]+)*$/;
const TAG = /^\w[\w.-]{0,127}$/;

/**
 * An image's tag as people write it: `acme/web:1.2`. The registry's host may stand before it. Throws CallError.
 *
 * @param text without an organization it is an image of the public one, without a tag it is `latest`
 * @param host of the registry, where it is known
 */
export function parseReference(text: string, host?: string): Omit<TagReference, "org"> & { readonly org?: string } {
  if (text.includes("@")) {
    // advice: name-the-tag
    throw new CallError("image: a digest has no history; name the tag, like acme/web:1.2");
  }
  const withoutHost = host !== undefined && text.startsWith(`${host}/`) ? text.slice(host.length + 1) : text;
  const [, path = "", tag = "latest"] = /^(.*?)(?::([^:/]*))?$/s.exec(withoutHost) ?? [];
  const segments = path.split("/");
  if (!segments.every((segment) => SEGMENT.test(segment)) || !TAG.test(tag)) {
    throw new CallError("image: must be like acme/web:1.2, the name of the organization, of the image, and of the tag");
  }
  const [org, ...image] = segments;
  if (org === undefined || image.length === 0) return { image: path, tag };
  return { org, image: image.join("/"), tag };
}

/** An image's tag as people write it. */
export const referenceText = ({ org, image, tag }: TagReference): string => `${org}/${image}:${tag}`;
