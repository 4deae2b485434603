import { valuesOf } from "../../../core/state/paths";
import { subresourceFields } from "../../../description/spec/resource";
import { mayHoldPassword } from "../../../description/spec/shown";
import type { Field, Fields } from "../../../description/spec/types";
import { isEmpty, isValues, type Values } from "../../../description/spec/values";
import { lastIdOf } from "../../../description/uid";
import type { StartObject } from "../../../emulator/index";
import { platformClient } from "../../../program/lookups/access";
import { CallError, type CommandCall } from "../../declaration";
import { type LiveObject, readableKinds, readBuiltInRoles, readOrganization } from "../../organization/read";
import { notChecked, notCheckedNotes, sightAround } from "../../organization/visibility";
import { sentences } from "../../output/text";
import type { CallerFlags, StackChoice } from "../../stack/options";
import { settingsOf, withStackHint } from "../../stack/settings";

interface Copy {
  readonly objects: readonly StartObject[];
  readonly notes: readonly string[];
}

/** Reads an organization and changes nothing. Throws CallError if the group is none, and the errors of settings and client. */
export const copyOf = (call: CommandCall<StackChoice & CallerFlags>, uid: string): Promise<Copy> =>
  withStackHint(call, async () => {
    if (uid.includes("/")) {
      throw new CallError(
        `--from must be the uid of an organization. ${uid} is a group in one. Use ${uid.split("/")[0]}`,
      );
    }
    const settings = await settingsOf(call);
    const client = platformClient(settings);
    call.progress("Reading the organization");
    const sight = await sightAround(client, settings, call.flags);
    const { objects, unlisted } = await readOrganization(client, uid);
    const roles = await readBuiltInRoles(client);
    for (const { error } of roles.unlisted) throw error;
    const all = [...objects, ...roles.objects];
    const seen = await sight();
    const left = all.some(({ spec }) => subresourceFields(spec).length > 0) ? ", readmes" : "";
    return {
      objects: all.map(startObject),
      notes: sentences(
        `Copied ${all.length} objects. The copy has no secrets, codes of invites, SCIM tokens${left} and histories of tags.`,
        PLACEHOLDERS,
        unlisted.map(
          ({ spec, error }) => `The copy has no ${spec.type} objects, because the list failed: ${error.message}`,
        ),
        notCheckedNotes(notChecked(seen, readableKinds, [{ uid, path: uid }])),
        seen.assumption,
      ),
    };
  });

const PLACEHOLDERS =
  "The copy has only the origins of sinks and only the names of environment variables, because the rest may contain passwords. " +
  "A refresh on the copy shows these as changed.";

/** Returns an object for an emulator, without empty fields and without values that may contain a password. */
const startObject = ({ spec, uid, values }: LiveObject): StartObject => ({
  type: spec.type,
  uid,
  // The last id keeps two sinks of one origin different, because the sink is the key of a subscription.
  values: withPlaceholders(spec.fields, values, `not-copied-${lastIdOf(uid)}`),
});

const withPlaceholders = (fields: Fields, values: Values, placeholder: string): Values =>
  valuesOf(Object.entries(fields), [], (name, field) =>
    isEmpty(field.type, values[name]) ? undefined : placeholderIn(field, values[name], placeholder),
  );

function placeholderIn({ type }: Field, value: unknown, placeholder: string): unknown {
  if (type.kind === "message" && isValues(value)) return withPlaceholders(type.fields, value, placeholder);
  if (type.kind === "string" && mayHoldPassword(type, value)) {
    const text = String(value);
    return `${URL.canParse(text) ? new URL(text).origin : "https://unknown.invalid"}/${placeholder}`;
  }
  if (type.kind !== "map" || !type.mayHoldPasswords || !isValues(value)) return value;
  return Object.fromEntries(Object.keys(value).map((key) => [key, placeholder]));
}
