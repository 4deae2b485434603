/** Parts of a URN: `urn:pulumi:stack::project::parent$type::name`. A name may contain `::`. */

export function typeOfUrn(urn: string): string {
  const types = urn.split("::")[2] ?? "";
  return types.slice(types.lastIndexOf("$") + 1);
}

export const nameOfUrn = (urn: string): string => urn.split("::").slice(3).join("::");
