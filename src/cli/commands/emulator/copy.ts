import type { StartObject } from "../../../emulator/index";
import { platformClient } from "../../../lookups/access";
import { subresourceFields } from "../../../spec/resource";
import { isEmpty, type Values } from "../../../spec/values";
import type { Call } from "../../declaration";
import { CallError } from "../../declaration";
import { notChecked, notCheckedNotes } from "../../not-checked";
import { type LiveObject, readableKinds, readBuiltInRoles, readOrganization } from "../../organization/read";
import { sightFor } from "../../stack/caller";
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
    const { objects, unlisted } = await readOrganization(client, uid);
    const all = [...objects, ...(await readBuiltInRoles(client))];
    const missing = unlisted.map(
      ({ spec, error }) => `${spec.type} is not in the copy, for it cannot be listed: ${error.message}`,
    );
    const sight = await sightFor(client, settings, call.flags);
    const left = all.filter(({ spec }) => subresourceFields(spec).length > 0).length;
    return {
      objects: all.map(startObject),
      notes: [
        `Copied ${all.length} objects. Secrets, codes of invites, SCIM tokens and histories of tags are not in the copy${left > 0 ? ", nor are readmes" : ""}.`,
        ...missing,
        ...notCheckedNotes(notChecked(sight, readableKinds, [{ uid, path: uid }])),
      ],
    };
  });

/** An object as an emulator keeps it: without what is empty. */
function startObject({ spec, uid, values }: LiveObject): StartObject {
  const kept = Object.entries(values).filter(([name, value]) => {
    const field = spec.fields[name];
    return field !== undefined && value !== undefined && !isEmpty(field.type, value);
  });
  return { type: spec.type, uid, values: Object.fromEntries(kept) satisfies Values };
}
