import { blocked, created, json, listed, NOW, SECOND } from "./shapes";

const cloud = { uid: "$ORG", name: "cloud", createTime: NOW };
const amazon = { account: "123456789012" };
const empty = { google: null, vendor: null, azure: null };
const github = (extra: object) => ({
  appInstallations: { "42": { installations: [{ installationId: "7", ...extra }] } },
});
const association = { ...cloud, description: "", ...empty, amazon, updateTime: NOW, github: github({ name: "" }) };

/** The association of the organization, which is deleted afterwards. */
export const associations = `
  # creates an association under the uid of its group
  POST /iam/v2/accountAssociations/$ORG ${json({ name: "cloud", amazon, github: github({}) })} -> ${json(association)}

  # gets an association
  GET /iam/v2/accountAssociations/$ORG -> ${json(association)}

  # lists associations by name
  GET /iam/v2/accountAssociations?name=cloud -> ${listed("accountAssociations", association)}

  # clears a block that a mask names
  PATCH /iam/v2/accountAssociations/$ORG?updateMask=amazon {}
  -> ${json({ ...association, amazon: null, updateTime: SECOND })}

  # checks an account that is not configured
  POST /iam/v2/accountAssociations/$ORG:checkAccountAssociation {"providerType":"ACCOUNT_PROVIDER_TYPE_AMAZON"}
  -> {"status":"CHECK_STATUS_NOT_READY","reason":"not configured","message":""}

  # refuses to delete a group with an association
  DELETE /iam/v2/groups/$ORG -> 400 ${blocked("iam", "Group", "$ORG", "cannot delete group with account associations")}

  # deletes an association
  DELETE /iam/v2/accountAssociations/$ORG -> {}

  # deletes an association again
  DELETE /iam/v2/accountAssociations/$ORG -> {}
`;

const acceptance = { docId: "tos.v1", acceptedBy: "admin", orgUid: "$ORG", createTime: created.createTime };

export const terms = `
  # accepts terms
  POST /iam/v2/terms/$ORG {"documentIds":["tos.v1"]} -> {"group":"$ORG","documentIds":["tos.v1"]}

  # lists accepted terms
  GET /iam/v2/terms/$ORG -> ${listed("termsAcceptances", acceptance)}
`;
