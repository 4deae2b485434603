import { blocked, created, listed, NOW, type Sample, SECOND } from "./shapes";

const cloud = { uid: "$ORG", name: "cloud", createTime: NOW };
const amazon = { account: "123456789012" };
const empty = { google: null, vendor: null, azure: null };
const github = (extra: object) => ({
  appInstallations: { "42": { installations: [{ installationId: "7", ...extra }] } },
});
const association = {
  full: { ...cloud, description: "", ...empty, amazon, updateTime: NOW, github: github({ name: "" }) },
  sparse: { ...cloud, amazon, updateTime: NOW, github: github({}) },
};

/** The association of the organization, which is deleted afterwards. */
export const associations: readonly Sample[] = [
  {
    it: "creates an association under the uid of its group",
    request: "POST /iam/v2/accountAssociations/$ORG",
    body: { name: "cloud", amazon, github: github({}) },
    status: 200,
    ...association,
  },
  { it: "gets an association", request: "GET /iam/v2/accountAssociations/$ORG", status: 200, ...association },
  {
    it: "lists associations by name",
    request: "GET /iam/v2/accountAssociations?name=cloud",
    status: 200,
    full: listed("accountAssociations", association.full).full,
    sparse: listed("accountAssociations", association.sparse).sparse,
  },
  {
    it: "clears a block that a mask names",
    request: "PATCH /iam/v2/accountAssociations/$ORG?updateMask=amazon",
    body: {},
    status: 200,
    full: { ...association.full, amazon: null, updateTime: SECOND },
    sparse: { ...cloud, updateTime: SECOND, github: github({}) },
  },
  {
    it: "checks an account that is not configured",
    request: "POST /iam/v2/accountAssociations/$ORG:checkAccountAssociation",
    body: { providerType: "ACCOUNT_PROVIDER_TYPE_AMAZON" },
    status: 200,
    full: { status: "CHECK_STATUS_NOT_READY", reason: "not configured", message: "" },
    sparse: { status: "CHECK_STATUS_NOT_READY", reason: "not configured" },
  },
  {
    it: "refuses to delete a group with an association",
    request: "DELETE /iam/v2/groups/$ORG",
    status: 400,
    ...blocked("iam", "Group", "$ORG", "cannot delete group with account associations"),
  },
  { it: "deletes an association", request: "DELETE /iam/v2/accountAssociations/$ORG", status: 200, full: {} },
  { it: "deletes an association again", request: "DELETE /iam/v2/accountAssociations/$ORG", status: 200, full: {} },
];

const acceptance = { docId: "tos.v1", acceptedBy: "admin", orgUid: "$ORG", createTime: created.createTime };

export const terms: readonly Sample[] = [
  {
    it: "accepts terms",
    request: "POST /iam/v2/terms/$ORG",
    body: { documentIds: ["tos.v1"] },
    status: 200,
    full: { group: "$ORG", documentIds: ["tos.v1"] },
  },
  {
    it: "lists accepted terms",
    request: "GET /iam/v2/terms/$ORG",
    status: 200,
    ...listed("termsAcceptances", acceptance),
  },
];
