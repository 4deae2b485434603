import { issuerOf } from "../../connect";
import { complaintsAbout, replacedBy, signedToken, signToken, warningAbout } from "../../local/signed-token";
import type { Run } from "../shared/run";
import { forEngine } from "../shared/secrets";
import type { DynamicProvider } from "./dynamic-provider";
import { PROVIDER } from "./names";
import { presentErrors } from "./present-errors";
import { valuesOf } from "./values";

/** The provider of signed tokens, which are created locally. No verb sends a request. */
export const signedTokens = (run: Run): DynamicProvider => ({
  async configure(request) {
    run.config = (key) => request.config.get(key);
  },

  check: (_, news) =>
    presentErrors(signedToken, news, async () => ({
      inputs: news,
      failures: complaintsAbout(valuesOf(news)).map((reason) => ({ property: "", reason })),
    })),

  diff: (_, olds, news) =>
    presentErrors(signedToken, news, async () => {
      const [recorded, desired] = [valuesOf(olds), valuesOf(news)];
      const replaces = replacedBy(recorded, desired, Date.now());
      const warning = replaces.length > 0 ? undefined : warningAbout(recorded, desired, Date.now());
      if (warning !== undefined) console.log(warning);
      // A refresh by the plugin removes the provider from the state. Any update adds it again.
      const changes = replaces.length > 0 || typeof olds[PROVIDER] !== "string";
      // The new token is created first, so that the old one works until everything uses the new one.
      return { changes, replaces, deleteBeforeReplace: false };
    }),

  create: (inputs) =>
    presentErrors(signedToken, inputs, async () => {
      const issuer = issuerOf(run.settings);
      const { id, outputs } = await signToken(valuesOf(inputs), { issuer, now: Date.now() });
      return { id, outs: forEngine(signedToken, outputs) };
    }),

  read: async (id, props) => ({ id, props: forEngine(signedToken, valuesOf(props)) }),
  update: async (_, olds) => ({ outs: forEngine(signedToken, valuesOf(olds)) }),
  delete: async () => {},
});
