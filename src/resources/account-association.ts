import { defineResource } from "../spec/resource";
import {
  account,
  computed,
  int64,
  list,
  map,
  mapByNumber,
  message,
  optional,
  required,
  string,
  timestamp,
  uid,
} from "../spec/types";
import { oneLine, plainName } from "./text-rules";

/**
 * Accounts at other clouds in which services of the platform may act, for a group and everything below it (platform
 * API: IAM-20). Its uid is the uid of the group.
 */
export const accountAssociation = defineResource({
  type: "iam:AccountAssociation",
  collection: "/iam/v2/accountAssociations",
  needs: {
    see: ["CAP_IAM_ACCOUNT_ASSOCIATIONS_LIST"],
    create: ["CAP_IAM_ACCOUNT_ASSOCIATIONS_CREATE"],
    update: ["CAP_IAM_ACCOUNT_ASSOCIATIONS_UPDATE"],
    delete: ["CAP_IAM_ACCOUNT_ASSOCIATIONS_DELETE"],
  },
  update: "patch",
  idempotentDelete: true,
  uidIsParents: true,
  fields: {
    /** uid of the group that the accounts belong to. */
    parentUid: required(uid("iam:Group"), { parent: true }),
    /** Name of lower-case letters, digits, space, dot, `_` and `-`; the Pulumi resource's name when left out. */
    name: required(string(plainName)),
    /** Free text shown beside the name. */
    description: optional(string(oneLine)),
    /** Account at Amazon. */
    amazon: optional(
      message({
        /** Account number, twelve digits. */
        account: required(account),
      }),
      { typeName: "AmazonAccount" },
    ),
    /** Project at Google. */
    google: optional(
      message({
        /** Id of the project. */
        projectId: required(string()),
        /** Number of the project. */
        projectNumber: required(string()),
      }),
      { typeName: "GoogleProject" },
    ),
    /** Tenant at Azure. */
    azure: optional(
      message({
        /** Id of the tenant. */
        tenantId: required(string()),
        /** Application (client) ids by the component of the platform that uses them. */
        clientIds: required(map(string())),
      }),
      { typeName: "AzureTenant" },
    ),
    /** Installations of the platform's apps at GitHub. */
    github: optional(
      message({
        /** Installations by the id of the app. */
        appInstallations: required(
          mapByNumber(
            message({
              /** Where the app is installed. */
              installations: optional(
                list(
                  message({
                    /** Id of the installation. */
                    installationId: required(int64),
                    /** Name of the account that it is installed in, kept for convenience. */
                    name: optional(string()),
                  }),
                ),
                { typeName: "GithubInstallation" },
              ),
            }),
          ),
          { typeName: "GithubApp" },
        ),
      }),
      { typeName: "GithubApps" },
    ),
    /** The platform's own services; the setting `platform:vendor` names the block on the wire. */
    vendor: optional(
      message({
        /**
         * uids of identities by the service that acts as them. Each identity must lie directly in this group, with the
         * same service as `servicePrincipal`.
         */
        serviceBindings: required(map(string())),
      }),
      { sentAs: "{vendor}", typeName: "VendorServices" },
    ),
    /** When the association was created, UTC. */
    createTime: computed(timestamp, { alwaysReturned: true }),
    /** When the association was last changed, UTC. */
    updateTime: computed(timestamp, { alwaysReturned: true, serverManaged: true }),
  },
});
