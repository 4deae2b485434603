import type { TagReference } from "../../../client/api/registry/requests";
import { CallError } from "../../declaration";

const SEGMENT = /^[a-z0-9]+(?:[._-]+[a-z0-9]+)*$/;
const TAG = /^\w[\w.-]{0,127}$/;

/** Parses the name of a tag: `acme/web:1.2`, also after the registry's host. Default: tag `latest`, the public organization. Throws CallError. */
export function parseReference(text: string, host: string, publicOrg: () => string): TagReference {
  if (text.includes("@")) {
    throw new CallError("image must name a tag, such as acme/web:1.2, because a digest has no history");
  }
  const withoutHost = text.startsWith(`${host}/`) ? text.slice(host.length + 1) : text;
  const [, path = "", tag = "latest"] = /^(.*?)(?::([^:/]*))?$/s.exec(withoutHost) ?? [];
  const segments = path.split("/");
  if (!segments.every((segment) => SEGMENT.test(segment)) || !TAG.test(tag)) {
    throw new CallError("image must be the names of organization, image and tag, such as acme/web:1.2");
  }
  const [org = "", ...image] = segments.length > 1 ? segments : [publicOrg(), path];
  return { org, image: image.join("/"), tag };
}

export const referenceText = ({ org, image, tag }: TagReference): string => `${org}/${image}:${tag}`;
