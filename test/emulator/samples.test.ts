import assert from "node:assert/strict";
import { type Emulator, startEmulator } from "../../src/emulator/index";
import { organization } from "../../src/emulator/seed/seed";
import { send } from "./local";
import { associations, terms } from "./samples/associations";
import { bindings, roles } from "./samples/bindings";
import { errors } from "./samples/errors";
import { feeds } from "./samples/feeds";
import { groups, identities } from "./samples/identities";
import { invites, providers } from "./samples/providers";
import { repos, subscriptions } from "./samples/repos";
import { NOW, samplesIn, withoutEmpty } from "./samples/shapes";
import { tags } from "./samples/tags";

const story = [
  groups,
  identities,
  roles,
  bindings,
  providers,
  invites,
  associations,
  terms,
  repos,
  tags,
  subscriptions,
  feeds,
  errors,
].flatMap(samplesIn);

for (const emitUnpopulated of [true, false]) {
  describe(`the emulator, against captured samples with empty fields ${emitUnpopulated ? "written" : "left out"}`, () => {
    let emulator: Emulator;
    const uids = new Map<string, string>([["ORG", organization.uid]]);
    /** A longer name first: `$MIRROR2` is not `$MIRROR` and a 2. */
    const filled = (text: string): string =>
      [...uids]
        .sort(([a], [b]) => b.length - a.length)
        .reduce((all, [name, uid]) => all.replaceAll(`$${name}`, uid), text);

    before(async () => {
      emulator = await startEmulator({ emitUnpopulated, now: () => new Date(NOW) });
      for (const { name, uid } of emulator.list("iam:Role")) uids.set(String(name).toUpperCase(), String(uid));
      const nginx = emulator.list("registry:Repo").find(({ name }) => name === "nginx");
      uids.set("NGINX", String(nginx?.uid));
    });
    after(() => emulator.close());

    for (const sample of story) {
      it(sample.it, async () => {
        const body = sample.body && filled(sample.body);
        const reply = await send(emulator.url, filled(sample.request), body, emulator.token);
        if (sample.as !== undefined) uids.set(sample.as, String(reply.body.uid));
        for (const [name, path, pattern] of sample.keep) {
          const value = path
            .split(".")
            .reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], reply.body);
          assert.match(String(value), new RegExp(pattern), name);
          uids.set(name, String(value));
        }
        const full: unknown = JSON.parse(filled(sample.full));
        const sparse: unknown = sample.sparse === undefined ? withoutEmpty(full) : JSON.parse(sample.sparse);
        assert.deepEqual(reply.body, emitUnpopulated ? full : sparse);
        assert.equal(reply.status, sample.status);
      });
    }
  });
}
