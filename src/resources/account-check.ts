import { computed, enumOf, string } from "../spec/types";

/** Clouds whose accounts the platform can check (spec: IAM, AccountAssociations). */
export const accountProviderTypes = [
  "ACCOUNT_PROVIDER_TYPE_UNSPECIFIED",
  "ACCOUNT_PROVIDER_TYPE_GOOGLE",
  "ACCOUNT_PROVIDER_TYPE_AMAZON",
  "ACCOUNT_PROVIDER_TYPE_AZURE",
] as const;

/** What a check of an account can find. */
export const accountCheckStatuses = [
  "CHECK_STATUS_UNSPECIFIED",
  "CHECK_STATUS_READY",
  "CHECK_STATUS_NOT_READY",
] as const;

/** Whether the platform can work with an account of an association (spec: IAM, AccountAssociations). Read-only. */
export const accountCheckFields = {
  /** Whether the account can be used. */
  status: computed(enumOf(...accountCheckStatuses), { always: true }),
  /** Why it cannot, in a few words. */
  reason: computed(string()),
  /** What else there is to say. */
  message: computed(string()),
} as const;
