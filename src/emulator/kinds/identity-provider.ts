import { isValues } from "../../spec/values";
import type { Rules } from "./rules";
import { scimOf, shownScim, withEtag } from "./scim";

/** Identity providers: how people are matched, which stays as it is, and SCIM, which moves with the clock. */
export const identityProviderRules: Rules = {
  fill: ({ values, former }) => {
    const before = isValues(former?.oidc) ? former.oidc : {};
    const { correlationRule = "CORRELATION_RULE_SUB_EQUALS_EXTERNAL_ID" } = before;
    const scim = withEtag(scimOf(values), former === undefined ? undefined : scimOf(former));
    return { ...values, oidc: { correlationRule, ...(isValues(values.oidc) ? values.oidc : {}) }, scim };
  },
  shown: (resource, now) => ({ ...resource.values, scim: shownScim(resource, now) }),
};
