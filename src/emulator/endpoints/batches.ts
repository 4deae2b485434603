import { batchDeleteExternalGroupRoleMappings } from "../../description/operations/external-group-role-mappings";
import { batchCreateRoleBindings } from "../../description/operations/role-bindings";
import { externalGroupRoleMapping as mapping } from "../../description/resources/external-group-role-mapping";
import { identityProvider } from "../../description/resources/identity-provider";
import { roleBinding } from "../../description/resources/role-binding";
import { isValues, type Values } from "../../description/spec/values";
import { invalidArgument } from "../gateway/errors";
import { parentOf } from "../store";
import { type Endpoint, endpoint } from "./endpoint";

const messagesIn = (values: unknown): Values[] => (Array.isArray(values) ? values.filter(isValues) : []);

/** Creates all bindings or none. The role of the batch is the default for each binding. */
const createBindings = endpoint({
  operation: batchCreateRoleBindings,
  kind: roleBinding,
  answer: ({ args }, { platform, store }) => {
    const spec = roleBinding;
    const parentUid = String(args.parent);
    const role = args.roleUid === undefined ? {} : { roleUid: args.roleUid };
    const requests = messagesIn(args.requests);
    const mismatch = requests.findIndex(({ parent = parentUid }) => parent !== parentUid);
    if (mismatch >= 0) throw invalidArgument(spec, `requests[${mismatch}].parent`, "must be the parent of the batch");
    const other = requests.findIndex(({ roleBinding: one }) => {
      const own = isValues(one) ? one.roleUid : undefined;
      return args.roleUid !== undefined && own !== undefined && own !== args.roleUid;
    });
    if (other >= 0) {
      throw invalidArgument(spec, `requests[${other}].role_binding.role_uid`, "must be the role of the batch");
    }
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

/** Deletes mappings and returns them. Skips those that no longer exist. Refuses all if one belongs to another provider. */
const deleteMappings = endpoint({
  operation: batchDeleteExternalGroupRoleMappings,
  kind: mapping,
  answer: ({ args }, { platform, store }) => {
    const parent = String(args.identityProviderUid);
    platform.get(identityProvider, parent);
    const names = [...new Set(Array.isArray(args.uids) ? args.uids.map(String) : [])];
    const stray = names.findIndex((name) => parentOf(name) !== parent);
    if (stray >= 0) throw invalidArgument(mapping, `names[${stray}]`, "must lie under the parent");
    const found = names.flatMap((name) => store.get(mapping.type, name) ?? []);
    const written = found.map((resource) => platform.write(mapping, resource, "other"));
    for (const { uid: name } of found) platform.delete(mapping, name);
    return { externalGroupRoleMappings: written, parent };
  },
});

export const batchEndpoints: readonly Endpoint[] = [createBindings, deleteMappings];
