import { PlatformError } from "../../client/api/errors";
import { issuerOf } from "../../client/connect";
import { signedToken } from "../../description/signed-token";
import { UNKNOWN } from "../../description/spec/unknown";
import type { Values } from "../../description/spec/values";
import { complaintsAbout, replacedBy, signToken, warningAbout } from "../local/signed-token";
import type { ServedKind } from "./served";
import type { Served } from "./served-resource";

/** Tokens are created locally. No call sends a request. */
export const servedToken = ({ run, log }: Served): ServedKind => ({
  spec: signedToken,

  check(_, [, given]) {
    run.ownership.noteProgram();
    return { inputs: given, complaints: complaintsAbout(given) };
  },

  diff(_, [recorded, desired]) {
    const replaces = replacedBy(recorded, desired, Date.now());
    const warning = replaces.length > 0 ? undefined : warningAbout(recorded, desired, Date.now());
    if (warning !== undefined) log.warn(warning);
    const differences = replaces.map((name) => ({ path: [name], kind: "update", replaces: true }) as const);
    // The new token is created first, so that the old one works until everything uses the new one.
    return { changed: replaces.length > 0, replaces, deleteBeforeReplace: false, differences };
  },

  async create(_, inputs) {
    const { id, outputs } = await signToken(inputs, { issuer: issuerOf(run.settings), now: Date.now() });
    return { uid: id, outputs };
  },

  planCreate: async (_, { rotateDaysBefore: _days, ...inputs }) => ({ ...inputs, ...made }),

  read: async (_, recorded) => {
    // The platform does not know tokens, so there is nothing to import.
    if (Object.keys(recorded).length === 0) throw new PlatformError(`${signedToken.type} cannot be imported`);
    const inputs = Object.entries(recorded).filter(([name]) => !Object.hasOwn(made, name));
    return { outputs: recorded, inputs: Object.fromEntries(inputs) };
  },
  update: async (_, [recorded]) => recorded,
  planUpdate: ([recorded]) => recorded,
  delete: async () => undefined,
});

const made: Values = Object.fromEntries(
  Object.entries(signedToken.fields).flatMap(([name, { presence }]) =>
    presence === "computed" ? [[name, UNKNOWN]] : [],
  ),
);
