import { blocked, created, listed, NOW, type Sample, SECOND } from "./shapes";

const cloud = { uid: "$ORG", name: "cloud", createTime: NOW };
const amazon = { account: "123456789012" };
const empty = { google: null, vendor: null, azure: null };
const github = (extra: object) => ({
  appInstallations: { "42": { installations: [{ installationId: "7", ...extra }] } },
});
const association = { ...cloud, description: "", ...empty, amazon, updateTime: NOW, github: github({ name: "" }) };

/** The association of the organization, which is deleted afterwards. */
export const associations: readonly Sample[] = [
  {
    it: "creates an association under the uid of its group",
    request: "POST /iam/v2/accountAssociations/$ORG",
    body: { name: "cloud", amazon, github: github({}) },
    full: association,
  },
  { it: "gets an association", request: "GET /iam/v2/accountAssociations/$ORG", full: association },
  {
    it: "lists associations by name",
    request: "GET /iam/v2/accountAssociations?name=cloud",
    ...listed("accountAssociations", association),
  },
  {
    it: "clears a block that a mask names",
    request: "PATCH /iam/v2/accountAssociations/$ORG?updateMask=amazon",
    body: {},
    full: { ...association, amazon: null, updateTime: SECOND },
  },
  {
    it: "checks an account that is not configured",
    request: "POST /iam/v2/accountAssociations/$ORG:checkAccountAssociation",
    body: { providerType: "ACCOUNT_PROVIDER_TYPE_AMAZON" },
    full: { status: "CHECK_STATUS_NOT_READY", reason: "not configured", message: "" },
  },
  {
    it: "refuses to delete a group with an association",
    request: "DELETE /iam/v2/groups/$ORG",
    status: 400,
    ...blocked("iam", "Group", "$ORG", "cannot delete group with account associations"),
  },
  { it: "deletes an association", request: "DELETE /iam/v2/accountAssociations/$ORG", full: {} },
  { it: "deletes an association again", request: "DELETE /iam/v2/accountAssociations/$ORG", full: {} },
];

const acceptance = { docId: "tos.v1", acceptedBy: "admin", orgUid: "$ORG", createTime: created.createTime };

export const terms: readonly Sample[] = [
  {
    it: "accepts terms",
    request: "POST /iam/v2/terms/$ORG",
    body: { documentIds: ["tos.v1"] },
    full: { group: "$ORG", documentIds: ["tos.v1"] },
  },
  { it: "lists accepted terms", request: "GET /iam/v2/terms/$ORG", ...listed("termsAcceptances", acceptance) },
];
