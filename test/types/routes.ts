/** Routes of the emulator that must compile, and some that must not: the compiler checks this file, nothing runs it. */
import { endpoint } from "../../src/emulator/endpoints/endpoint";
import type { Route } from "../../src/emulator/gateway/route";
import { required, uid } from "../../src/spec/types";

const kind = { type: "iam:Group", collection: "/iam/v2/groups" } as const;
const answer = () => ({});
const path = "/iam/v2/groups/{uid=**}:verb";
const capability = "CAP_IAM_GROUPS_LIST";

endpoint({ method: "GET", path, kind, allowed: { capability, in: { path: "uid" } }, answer });
endpoint({
  method: "POST",
  path: "/iam/v2/groups:verb",
  kind,
  body: { parent: required(uid()) },
  allowed: { capability, in: { body: "parent" } },
  answer,
});
endpoint({ method: "GET", path, kind, allowed: { anyone: "a reason" }, answer: ({ params }) => ({ uid: params.uid }) });

// @ts-expect-error what the caller must be allowed to do is not said
endpoint({ method: "GET", path, kind, answer });
// @ts-expect-error nor is it in this row of the table
const row: Route = { method: "GET", path, kind, answer };
void row;
// @ts-expect-error no reason why anyone may
endpoint({ method: "GET", path, kind, allowed: { anyone: true }, answer });
// @ts-expect-error a capability that does not exist
endpoint({ method: "GET", path, kind, allowed: { capability: "CAP_ANYTHING", in: { path: "uid" } }, answer });
// @ts-expect-error a capability, but not where
endpoint({ method: "GET", path, kind, allowed: { capability }, answer });
// @ts-expect-error a placeholder that the path lacks
endpoint({ method: "GET", path, kind, allowed: { capability, in: { path: "group" } }, answer });
// @ts-expect-error a field that the body lacks
endpoint({ method: "POST", path, kind, body: {}, allowed: { capability, in: { body: "parent" } }, answer });
const open = { anyone: "a reason" } as const;
// @ts-expect-error a part of the path that the template lacks
endpoint({ method: "GET", path, kind, allowed: open, answer: ({ params }) => ({ uid: params.group }) });
