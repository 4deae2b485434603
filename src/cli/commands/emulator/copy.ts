import type { StartObject } from "../../../emulator/index";
import { platformClient } from "../../../lookups/access";
import { subresourceFields } from "../../../spec/resource";
import { mayHoldPassword } from "../../../spec/shown";
import type { Field, Fields } from "../../../spec/types";
import { isEmpty, isValues, type Values } from "../../../spec/values";
import { lastIdOf } from "../../../uid";
import { type Call, CallError } from "../../declaration";
import { type LiveObject, readableKinds, readBuiltInRoles, readOrganization } from "../../organization/read";
import { notChecked, notCheckedNotes, sightAround } from "../../organization/visibility";
import { sentences } from "../../output/text";
import type { CallerFlags, StackChoice } from "../../stack/options";
import { settingsOf, withStackHint } from "../../stack/settings";

/** What an emulator begins with, and what it lacks. */
interface Copy {
  readonly objects: readonly StartObject[];
  /** Sentences for people. */
  readonly notes: readonly string[];
}

/**
 * Reads an organization of the platform that the settings name. Nothing is changed there. Throws CallError for a group that is
 * no organization, and the errors of settings and client.
 */
export const copyOf = (call: Call<StackChoice & CallerFlags>, uid: string): Promise<Copy> =>
  withStackHint(call, async () => {
    if (uid.includes("/")) {
      // advice: copy-the-root
      throw new CallError(
        `${uid} is a group inside of an organization: give the uid of the organization, ${uid.split("/")[0]}`,
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
    const left = all.some(({ spec }) => subresourceFields(spec).length > 0) ? ", nor are readmes" : "";
    return {
      objects: all.map(startObject),
      notes: sentences(
        `Copied ${all.length} objects. Secrets, codes of invites, SCIM tokens and histories of tags are not in the copy${left}.`,
        PLACEHOLDERS,
        unlisted.map(({ spec, error }) => `${spec.type} is not in the copy, for it cannot be listed: ${error.message}`),
        notCheckedNotes(notChecked(seen, readableKinds, [{ uid, path: uid }])),
        seen.assumption,
      ),
    };
  });

const PLACEHOLDERS =
  "Of sinks only the origin is in the copy, and of environment variables only the names, because they may hold passwords. " +
  "A refresh on the copy shows these as changed.";

/** An object as an emulator keeps it: without what is empty, and without what may hold a password. */
const startObject = ({ spec, uid, values }: LiveObject): StartObject => ({
  type: spec.type,
  uid,
  // The last id tells two sinks of one origin apart, as the key of a subscription must.
  values: withPlaceholders(spec.fields, values, `not-copied-${lastIdOf(uid)}`),
});

function withPlaceholders(fields: Fields, values: Values, placeholder: string): Values {
  const kept = Object.entries(values).flatMap(([name, value]): [string, unknown][] => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field === undefined || value === undefined || isEmpty(field.type, value)) return [];
    return [[name, placeholderIn(field, value, placeholder)]];
  });
  return Object.fromEntries(kept);
}

function placeholderIn({ type, options }: Field, value: unknown, placeholder: string): unknown {
  if (type.kind === "message" && isValues(value)) return withPlaceholders(type.fields, value, placeholder);
  if (type.kind === "string" && mayHoldPassword(type, value)) {
    const text = String(value);
    return `${URL.canParse(text) ? new URL(text).origin : "https://unknown.invalid"}/${placeholder}`;
  }
  if (!options.mayHoldPassword || !isValues(value)) return value;
  return Object.fromEntries(Object.keys(value).map((key) => [key, placeholder]));
}
