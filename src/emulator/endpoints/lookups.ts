import { group } from "../../resources/group";
import { identity } from "../../resources/identity";
import { computed, uid } from "../../spec/types";
import { invalidArgument, notFound, notImplemented } from "../gateway/errors";
import { isExact, recognises } from "../kinds/identity-match";
import { organization } from "../kinds/seed";
import type { Endpoint } from "./endpoint";

const lookupGroup: Endpoint = {
  method: "GET",
  path: `${group.collection}:lookupGroup`,
  kind: group,
  answer: (_, service) => {
    if (!service.settings.lookupGroup) throw notImplemented("LookupGroup");
    const spec = service.spec(group.type);
    return { group: service.platform.write(spec, service.platform.get(spec, organization.uid), "get") };
  },
};

const checkEligibility: Endpoint = {
  method: "GET",
  path: `${group.collection}:checkEligibility`,
  kind: group,
  answer: (_, { settings }) => {
    if (!settings.lookupGroup) throw notImplemented("CheckEligibility");
    return { eligible: true };
  },
};

const requestGroupAccess: Endpoint = {
  method: "POST",
  path: `${group.collection}/{uid=**}:requestGroupAccess`,
  kind: group,
  body: {},
  answer: ({ params }, service) => {
    service.platform.get(service.spec(group.type), params.uid ?? "");
    return {};
  },
};

/** The identity that says exactly who brings the token goes before those with patterns. */
const lookupIdentity: Endpoint = {
  method: "GET",
  path: `${identity.collection}:lookupIdentity`,
  kind: identity,
  answer: ({ query }, service) => {
    const [issuer = "", subject = ""] = ["issuer", "subject"].map((name) => {
      const text = query.text(name) ?? "";
      if (text === "") throw invalidArgument(identity, name, `${name} is required`);
      return text;
    });
    const known = service.store.all(identity.type).filter(({ values }) => recognises(values, issuer, subject));
    const found = known.find(({ values }) => isExact(values)) ?? known[0];
    if (found === undefined) throw notFound(identity, `${issuer} ${subject}`);
    return service.write({ uid: computed(uid()) }, { uid: found.uid }, "LookupIdentityResponse");
  },
};

const updateIdentityMetadata: Endpoint = {
  method: "PATCH",
  path: `${identity.collection}:updateIdentityMetadata`,
  kind: identity,
  answer: () => {
    throw notImplemented("UpdateIdentityMetadata");
  },
};

/** Questions about groups and identities, and what the platform does not do. */
export const lookupEndpoints: readonly Endpoint[] = [
  lookupGroup,
  checkEligibility,
  requestGroupAccess,
  lookupIdentity,
  updateIdentityMetadata,
];
