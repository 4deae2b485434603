import { checkAccountAssociation } from "../../operations/account-associations";
import { accountAssociation } from "../../resources/account-association";
import { type Endpoint, endpoint } from "./endpoint";

/** Returns the block of an association: `amazon` for ACCOUNT_PROVIDER_TYPE_AMAZON. */
const blockOf = (providerType: string): string => providerType.replace("ACCOUNT_PROVIDER_TYPE_", "").toLowerCase();

const check = endpoint({
  operation: checkAccountAssociation,
  kind: accountAssociation,
  answer: ({ params, args }, { platform }) => {
    const { values } = platform.get(accountAssociation, params.groupUid);
    const isSet = values[blockOf(String(args.providerType))] !== undefined;
    return isSet ? { status: "CHECK_STATUS_READY" } : { status: "CHECK_STATUS_NOT_READY", reason: "not configured" };
  },
});

/** The check of an account. An account that is set counts as working. */
export const accountCheckEndpoints: readonly Endpoint[] = [check];
