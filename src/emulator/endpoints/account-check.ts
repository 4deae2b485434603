import { accountAssociation } from "../../resources/account-association";
import { accountCheckFields, accountProviderTypes } from "../../resources/account-check";
import { enumOf, required } from "../../spec/types";
import type { Endpoint } from "./endpoint";

/** `amazon` of ACCOUNT_PROVIDER_TYPE_AMAZON: the block of an association. */
const blockOf = (providerType: string): string => providerType.replace("ACCOUNT_PROVIDER_TYPE_", "").toLowerCase();

const check: Endpoint = {
  method: "POST",
  path: `${accountAssociation.collection}/{uid=**}:checkAccountAssociation`,
  kind: accountAssociation,
  body: { providerType: required(enumOf(...accountProviderTypes)) },
  answer: ({ params, body }, service) => {
    const { values } = service.platform.get(service.spec(accountAssociation.type), params.uid ?? "");
    const isSet = values[blockOf(String(body.providerType))] !== undefined;
    const found = isSet
      ? { status: "CHECK_STATUS_READY" }
      : { status: "CHECK_STATUS_NOT_READY", reason: "not configured" };
    return service.write(accountCheckFields, found, "CheckAccountAssociationResponse");
  },
};

/** The check of an account: what is set is taken to work. */
export const accountCheckEndpoints: readonly Endpoint[] = [check];
