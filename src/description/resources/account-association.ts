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
import { needsOf } from "./capabilities";
import { oneLine, plainName } from "./text-rules";

/** Accounts at other clouds in which the platform may act for a group and everything below it (platform API: IAM-20). */
export const accountAssociation = defineResource({
  type: "iam:AccountAssociation",
  collection: "/iam/v2/accountAssociations",
  needs: needsOf("IAM_ACCOUNT_ASSOCIATIONS"),
  update: "patch",
  idempotentDelete: true,
  uidIsParents: true,
  fields: {
    /** uid of the group that the association belongs to. */
    parentUid: required(uid("iam:Group"), { parent: true }),
    /** Name: lower-case letters, digits, space, dot, `_` and `-`. Default: the name of the Pulumi resource. */
    name: required(string(plainName)),
    /** Description, in one line of text. */
    description: optional(string(oneLine)),
    /** Account at Amazon. */
    amazon: optional(
      message({
        /** Account number of twelve digits. */
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
        /** Application (client) ids, by the component of the platform that uses them. */
        clientIds: required(map(string())),
      }),
      { typeName: "AzureTenant" },
    ),
    /** Installations of the platform's apps at GitHub. */
    github: optional(
      message({
        /** Installations, by the id of the app. */
        appInstallations: required(
          mapByNumber(
            message({
              /** Account in which the app is installed. */
              installations: optional(
                list(
                  message({
                    /** Id of the installation. */
                    installationId: required(int64),
                    /** Name of the account, stored for convenience only. */
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
    /** The platform's own services. The setting `platform:vendor` names this block in requests. */
    vendor: optional(
      message({
        /** uid of the identity that each service acts as, by the service. It lies directly in this group, with the service as `servicePrincipal`. */
        serviceBindings: required(map(string())),
      }),
      { sentAs: "{vendor}", typeName: "VendorServices" },
    ),
    /** When the association was created, UTC. */
    createTime: computed(timestamp, { returned: "always" }),
    /** When the association was last changed, UTC. */
    updateTime: computed(timestamp, { returned: "always changing" }),
  },
});
