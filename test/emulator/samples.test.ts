import assert from "node:assert/strict";
import type { Reply } from "./local";
import { associations, terms } from "./samples/associations";
import { bindings, roles } from "./samples/bindings";
import { errors } from "./samples/errors";
import { feeds } from "./samples/feeds";
import { groups, identities } from "./samples/identities";
import { invites, providers } from "./samples/providers";
import { repos, subscriptions } from "./samples/repos";
import { withoutEmpty } from "./samples/shapes";
import { tags } from "./samples/tags";
import { storiesWith } from "./story";

/** What the server makes up. Samples have the name of the field, in capitals, in its place. */
const madeUp: Readonly<Record<string, RegExp>> = {
  code: /^inv-[0-9a-f]{40}$/,
  keyId: /^[0-9a-f]{16}$/,
  etag: /^[0-9a-f]{12}$/,
  nextPageToken: /^\+.*==$/,
};

/** Compares a whole answer with a sample, which has all fields written. */
const checkWith =
  (emitUnpopulated: boolean) =>
  ({ status, text }: Reply, expected: string, message: string): void => {
    const [, code = "200", json = ""] = /^(?:(\d+) )?(.*)$/.exec(expected) ?? [];
    const shown: unknown = JSON.parse(text, (key, value) =>
      madeUp[key]?.test(String(value)) ? key.toUpperCase() : value,
    );
    const full: unknown = JSON.parse(json);
    assert.deepEqual(shown, emitUnpopulated ? full : withoutEmpty(full), message);
    assert.equal(status, Number(code), message);
  };

for (const emitUnpopulated of [true, false]) {
  describe(`the emulator, against captured samples with empty fields ${emitUnpopulated ? "written" : "left out"}`, () =>
    storiesWith(
      { strict: true, emitUnpopulated },
      { check: checkWith(emitUnpopulated) },
    )(`
      # answers about groups, identities, roles and bindings: masks, enums in their order, what is filled in and cleared
      ${groups}
      ${identities}
      ${roles}
      ${bindings}
      # answers about providers, mappings and invites: no secret is returned again, and SCIM by Get alone
      ${providers}
      ${invites}
      # answers about associations, which have the uid of their group, and terms
      ${associations}
      ${terms}
      # answers about repos and tags: mirrors, readmes, syncConfig silently dropped, and each refusal in its form
      ${repos}
      ${tags}
      ${errors}
      # answers about subscriptions, libraries and the advisory feed
      ${subscriptions}
      ${feeds}
    `));
}
