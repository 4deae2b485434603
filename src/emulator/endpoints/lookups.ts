import { group } from "../../resources/group";
import { identity } from "../../resources/identity";
import { computed, uid } from "../../spec/types";
import { invalidArgument, notFound, notImplemented } from "../gateway/errors";
import { isExact, recognises } from "../kinds/identity-match";
import { organization } from "../kinds/seed";
import { type Endpoint, endpoint, specOf, written } from "./endpoint";

const lookupGroup = endpoint({
  method: "GET",
  path: `${group.collection}:lookupGroup`,
  kind: group,
  allowed: { anyCaller: "it tells callers no more than where they are at home" },
  answer: (_, service) => {
    if (!service.settings.lookupGroup) throw notImplemented("LookupGroup");
    const spec = specOf(service, group.type);
    return { group: service.platform.write(spec, service.platform.get(spec, organization.uid), "get") };
  },
});

const checkEligibility = endpoint({
  method: "GET",
  path: `${group.collection}:checkEligibility`,
  kind: group,
  allowed: { anyCaller: "it is about the caller alone" },
  answer: (_, { settings }) => {
    if (!settings.lookupGroup) throw notImplemented("CheckEligibility");
    return { eligible: true };
  },
});

const requestGroupAccess = endpoint({
  method: "POST",
  path: `${group.collection}/{uid=**}:requestGroupAccess`,
  kind: group,
  allowed: { capability: "CAP_IAM_GROUPS_LIST", in: { path: "uid" } },
  body: {},
  answer: ({ params }, service) => {
    service.platform.get(specOf(service, group.type), params.uid);
    return {};
  },
});

/** The identity that says exactly who brings the token goes before those with patterns. */
const lookupIdentity = endpoint({
  method: "GET",
  path: `${identity.collection}:lookupIdentity`,
  kind: identity,
  allowed: { anyCaller: "who knows issuer and subject may learn the uid, which opens nothing" },
  answer: ({ query }, service) => {
    const [issuer = "", subject = ""] = ["issuer", "subject"].map((name) => {
      const text = query.text(name) ?? "";
      if (text === "") throw invalidArgument(identity, name, `${name} is required`);
      return text;
    });
    const known = service.store.all(identity.type).filter(({ values }) => recognises(values, issuer, subject));
    const found = known.find(({ values }) => isExact(values)) ?? known[0];
    if (found === undefined) throw notFound(identity, `${issuer} ${subject}`);
    return written(service, { name: "LookupIdentityResponse", fields: { uid: computed(uid()) } }, { uid: found.uid });
  },
});

const updateIdentityMetadata = endpoint({
  method: "PATCH",
  path: `${identity.collection}:updateIdentityMetadata`,
  kind: identity,
  allowed: { anyCaller: "it does nothing" },
  answer: () => {
    throw notImplemented("UpdateIdentityMetadata");
  },
});

const ping = endpoint({
  method: "GET",
  path: "/ping/v2/ping",
  kind: { type: "ping:Ping", collection: "/ping/v2/ping" },
  allowed: { anyone: "it tells whether the platform is there before there is a token" },
  answer: () => ({ response: "pong" }),
});

/** Lookups of groups and identities, calls that the platform does not implement, and the ping. */
export const lookupEndpoints: readonly Endpoint[] = [
  lookupGroup,
  checkEligibility,
  requestGroupAccess,
  lookupIdentity,
  updateIdentityMetadata,
  ping,
];
