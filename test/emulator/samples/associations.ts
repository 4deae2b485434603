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
  POST /iam/v2/accountAssociations/$ORG ${json({ name: "cloud", amazon, github: github({}) })} -> ${json(association)}
  GET /iam/v2/accountAssociations/$ORG -> ${json(association)}
  GET /iam/v2/accountAssociations?name=cloud -> ${listed("accountAssociations", association)}
  PATCH /iam/v2/accountAssociations/$ORG?updateMask=amazon {}
  -> ${json({ ...association, amazon: null, updateTime: SECOND })}
  POST /iam/v2/accountAssociations/$ORG:checkAccountAssociation {"providerType":"ACCOUNT_PROVIDER_TYPE_AMAZON"}
  -> {"status":"CHECK_STATUS_NOT_READY","reason":"not configured","message":""}
  DELETE /iam/v2/groups/$ORG -> 400 ${blocked("iam", "Group", "$ORG", "cannot delete group with account associations")}
  DELETE /iam/v2/accountAssociations/$ORG -> {}
  DELETE /iam/v2/accountAssociations/$ORG -> {}
`;

const acceptance = { docId: "tos.v1", acceptedBy: "admin", orgUid: "$ORG", createTime: created.createTime };

export const terms = `
  POST /iam/v2/terms/$ORG {"documentIds":["tos.v1"]} -> {"group":"$ORG","documentIds":["tos.v1"]}
  GET /iam/v2/terms/$ORG -> ${listed("termsAcceptances", acceptance)}
`;
