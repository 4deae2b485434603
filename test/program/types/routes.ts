/** Operations and routes of the emulator that must compile, and some that must not: the compiler checks this file, nothing runs it. */

import { defineOperation } from "../../../src/description/operations/operation";
import { computed, required, string, uid } from "../../../src/description/spec/types";
import { endpoint } from "../../../src/emulator/endpoints/endpoint";
import type { Route } from "../../../src/emulator/gateway/route";

const kind = { type: "iam:Group", collection: "/iam/v2/groups" } as const;
const path = "/iam/v2/groups/{groupUid}:verb";
const capabilities = ["CAP_IAM_GROUPS_LIST"] as const;
const params = { groupUid: required(uid()) } as const;
const get = { method: "GET", path, params, request: {}, answer: { uid: computed(uid()) }, repeat: "safe" } as const;
const post = { ...get, method: "POST", request: { parent: required(uid()) } } as const;
const open = { anyone: "a reason" } as const;

const groupVerb = defineOperation({ ...get, needs: { capabilities, at: "groupUid" } });
defineOperation({ ...post, needs: { capabilities, at: "parent" } });
defineOperation({ ...get, needs: open });
endpoint({ operation: groupVerb, kind, answer: ({ params: { groupUid } }) => ({ uid: groupUid }) });

// @ts-expect-error what the caller must be allowed to do is not said
defineOperation(get);
// @ts-expect-error nor is it in this row of the table
const row: Route = { method: "GET", path, kind, answer: () => ({}) };
void row;
// @ts-expect-error no reason why anyone may
defineOperation({ ...get, needs: { anyone: true } });
// @ts-expect-error a capability that does not exist
defineOperation({ ...get, needs: { capabilities: ["CAP_ANYTHING"], at: "groupUid" } });
// @ts-expect-error no capability at all
defineOperation({ ...get, needs: { capabilities: [], at: "groupUid" } });
// @ts-expect-error a capability, but not where
defineOperation({ ...get, needs: { capabilities } });
// @ts-expect-error a field that neither the path nor the request has
defineOperation({ ...get, needs: { capabilities, at: "parent" } });
// @ts-expect-error a placeholder without a type
defineOperation({ ...get, needs: open, params: {} });
// @ts-expect-error a parameter that the path lacks
defineOperation({ ...get, needs: open, params: { ...params, digest: required(string()) } });
// @ts-expect-error a part of the path that the operation lacks
endpoint({ operation: groupVerb, kind, answer: ({ params: { group } }) => ({ uid: group }) });
