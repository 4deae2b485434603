import { externalGroupRoleMapping as mapping } from "../../resources/external-group-role-mapping";
import { group } from "../../resources/group";
import { identityProvider } from "../../resources/identity-provider";
import { roleBinding } from "../../resources/role-binding";
import { list, message, optional, required, string, uid } from "../../spec/types";
import { isValues, type Values } from "../../spec/values";
import { invalidArgument } from "../gateway/errors";
import { wireFields } from "../gateway/names";
import { parentOf } from "../store";
import { type Endpoint, endpoint, specOf } from "./endpoint";

const messagesIn = (values: unknown): Values[] => (Array.isArray(values) ? values.filter(isValues) : []);

/** Creates all bindings or none. One that names no role gets the role of the batch. */
const createBindings = endpoint({
  method: "POST",
  path: `${roleBinding.collection}:batchCreate`,
  kind: roleBinding,
  allowed: { capability: "CAP_IAM_ROLE_BINDINGS_CREATE", in: { body: "parent" }, of: group },
  body: {
    parent: required(uid("iam:Group")),
    roleUid: optional(uid("iam:Role")),
    requests: required(
      list(
        message({
          parent: optional(uid("iam:Group")),
          roleBinding: required(message({ ...wireFields(roleBinding), roleUid: optional(uid("iam:Role")) })),
        }),
      ),
    ),
  },
  answer: ({ body }, { platform, store }) => {
    const spec = roleBinding;
    const parentUid = String(body.parent);
    const role = body.roleUid === undefined ? {} : { roleUid: body.roleUid };
    const requests = messagesIn(body.requests);
    const foreign = requests.findIndex(({ parent = parentUid }) => parent !== parentUid);
    if (foreign >= 0) throw invalidArgument(spec, `requests[${foreign}].parent`, "must be the parent of the batch");
    const made: string[] = [];
    try {
      const bindings = requests.map(({ roleBinding: binding }) => {
        const resource = platform.create(spec, parentUid, { ...role, ...(isValues(binding) ? binding : {}) });
        made.push(resource.uid);
        return platform.write(spec, resource, "other");
      });
      return { roleBindings: bindings };
    } catch (error) {
      for (const one of made) store.delete(spec.type, one);
      throw error;
    }
  },
});

/** Deletes all mappings or none, and answers with them. */
const deleteMappings = endpoint({
  method: "POST",
  path: `${mapping.collection}:batchDelete`,
  kind: mapping,
  // [open] mappings have no capabilities of their own.
  allowed: { capability: "CAP_IAM_IDENTITY_PROVIDERS_DELETE", in: { body: "parent" }, of: identityProvider },
  body: { parent: required(uid("iam:IdentityProvider")), names: required(list(string())) },
  answer: ({ body }, service) => {
    const { platform } = service;
    const parent = String(body.parent);
    platform.get(specOf(service, identityProvider.type), parent);
    const names = [...new Set(Array.isArray(body.names) ? body.names.map(String) : [])];
    const found = names.map((name, i) => {
      if (parentOf(name) !== parent) throw invalidArgument(mapping, `names[${i}]`, "must lie under the parent");
      return platform.get(mapping, name);
    });
    const written = found.map((resource) => platform.write(mapping, resource, "other"));
    for (const { uid: name } of found) platform.delete(mapping, name);
    return { externalGroupRoleMappings: written, parent };
  },
});

/** Calls that make or delete several resources at once. */
export const batchEndpoints: readonly Endpoint[] = [createBindings, deleteMappings];
