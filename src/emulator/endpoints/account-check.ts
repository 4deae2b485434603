import { accountAssociation } from "../../resources/account-association";
import { accountCheckFields, accountProviderTypes } from "../../resources/account-check";
import { enumOf, required } from "../../spec/types";
import { type Endpoint, endpoint, specOf, written } from "./endpoint";

/** `amazon` of ACCOUNT_PROVIDER_TYPE_AMAZON: the block of an association. */
const blockOf = (providerType: string): string => providerType.replace("ACCOUNT_PROVIDER_TYPE_", "").toLowerCase();

const check = endpoint({
  method: "POST",
  path: `${accountAssociation.collection}/{uid=**}:checkAccountAssociation`,
  kind: accountAssociation,
  allowed: { capability: "CAP_IAM_ACCOUNT_ASSOCIATIONS_LIST", in: { path: "uid" } },
  body: { providerType: required(enumOf(...accountProviderTypes)) },
  answer: ({ params, body }, service) => {
    const { values } = service.platform.get(specOf(service, accountAssociation.type), params.uid);
    const isSet = values[blockOf(String(body.providerType))] !== undefined;
    const found = isSet
      ? { status: "CHECK_STATUS_READY" }
      : { status: "CHECK_STATUS_NOT_READY", reason: "not configured" };
    return written(service, { name: "CheckAccountAssociationResponse", fields: accountCheckFields }, found);
  },
});

/** The check of an account: an account that is set counts as working. */
export const accountCheckEndpoints: readonly Endpoint[] = [check];
