import { issuerOf } from "../../client/connect";
import { PROVIDER } from "../../description/names/dynamic";
import { withoutHidden } from "../../description/names/hidden-inputs";
import { resources } from "../../description/resources";
import { signedToken } from "../../description/signed-token";
import { nameOf, type ResourceSpec } from "../../description/spec/resource";
import type { Values } from "../../description/spec/values";
import { complaintsAbout, replacedBy, signToken, warningAbout } from "../local/signed-token";
import { forEngine, rememberSecrets } from "../shared/secrets";
import { endWhenIdle, endWithEngine } from "../shared/watchdog";
import type { DynamicProvider, Props } from "./dynamic-provider";
import { presentErrors, silenceMarkedErrors } from "./present-errors";
import { DynamicRun } from "./run";

/**
 * The provider that Pulumi's dynamic host runs (`@pulumi/pulumi/cmd/dynamic-provider`). A state has
 * `require("pulumi-platform/provider").dynamic("iam:Group")` for each resource, the same in every release. So exports may be added here,
 * but never changed.
 */

/** Whether this process is Pulumi's host. The last argument is then the engine's address. */
const isHost = process.argv[1]?.includes("dynamic-provider") === true;
/** A process serves one run and one provider of its program. */
const run = new DynamicRun(isHost ? (process.argv[2] ?? "") : undefined);
let isPrepared = false;

export function dynamic(type: string): DynamicProvider {
  prepareHost();
  if (type === signedToken.type) return signedTokens;
  const spec = resources[type];
  const text = `unknown type ${type}\n- If a newer version of pulumi-platform wrote the state, install that version.`;
  if (spec === undefined) throw new Error(text);
  return providerOf(spec);
}

function prepareHost(): void {
  if (isPrepared) return;
  isPrepared = true;
  if (isHost) {
    endWithEngine(process.argv[2], () => run.cancel());
    // The engine sends this signal at the end of a run.
    process.on("SIGINT", () =>
      endWhenIdle(() => {
        run.end();
        process.exit(0);
      }),
    );
  }
  silenceMarkedErrors();
}

const configure: DynamicProvider["configure"] = async (request) => {
  run.config = (key) => request.config.get(key);
};

/** Runs a verb whose failure may keep the program from declaring more. */
const present: typeof presentErrors = (spec, props, verb) => presentErrors(spec, props, () => run.noting(verb));

const providerOf = (spec: ResourceSpec): DynamicProvider => ({
  configure,

  check: (olds, news) =>
    present(spec, news, async () => {
      const { inputs: given, urn, resource, createsFirst, isPreview, plain } = withoutHidden(news);
      if (urn === undefined) return { inputs: news, failures: [{ property: "", reason: NO_URN }] };
      const isRecorded = Object.keys(olds).length > 0;
      const ref = { spec, urn, resource, createsFirst, isPreview };
      const checked = run.check(ref, [valuesOf(olds), valuesOf(given)], isRecorded);
      const inputs = withAdoptUid(isRecorded ? olds : given, { ...given, ...checked.inputs });
      run.urns.note(spec, urn, [valuesOf(olds), valuesOf(inputs)]);
      const complaints = [...checked.complaints];
      if (complaints.length === 0 && !isRecorded && plain !== undefined) {
        const refusal = await run.adoptionPreview.show(
          { spec, urn, resource, plain, inputs: checked.inputs },
          run.core,
        );
        if (refusal !== undefined) complaints.push(refusal);
      }
      if (complaints.length > 0) run.ownership.noteFailure();
      const title = `${nameOf(spec)}${resource === undefined ? "" : ` ${JSON.stringify(resource)}`}`;
      for (const warning of checked.warnings) console.log(`warning: ${title}: ${warning}`);
      // The engine prints the whole value of a named property, so the path is part of the reason.
      return { inputs, failures: complaints.map((reason) => ({ property: "", reason })) };
    }),

  diff: (id, olds, news) =>
    present(spec, news, async () => {
      const [recorded, desired] = [valuesOf(olds), valuesOf(news)];
      const urn = run.urns.ofDiff({ spec, uid: id }, recorded, desired);
      const { changed, isHidden, replaces, deleteBeforeReplace, warning } = run.diff(
        { spec, id, urn },
        recorded,
        desired,
      );
      if (warning !== undefined) console.log(warning);
      const rest = { replaces: [...replaces], deleteBeforeReplace };
      // Any update adds the provider to a state without one: that of the plugin, or of an interrupted create of an older host.
      const isWithoutProvider = typeof olds[PROVIDER] !== "string";
      if (isHidden || (isWithoutProvider && !changed)) return { changes: true, ...rest };
      // If `changes` is missing, the engine compares the inputs itself, shows each property, and respects ignoreChanges and replaceOnChanges.
      return changed ? rest : { changes: false, ...rest };
    }),

  create: (inputs) =>
    present(spec, inputs, async () => {
      const desired = valuesOf(inputs);
      const urn = run.urns.ofCreate(spec, desired);
      const created = await run.core.create({ spec, urn }, desired);
      return { id: created.uid, outs: withAdoptUid(inputs, forEngine(spec, created.outputs)) };
    }),

  read: (id, props) =>
    present(spec, props, async () => {
      const found = await run.core.read({ spec, id }, valuesOf(props));
      if (found === undefined) return { id: "", props: {} };
      const [outputs, inputs] = [found.outputs, found.inputs].map((values) => forEngine(spec, values));
      return { id, props: withAdoptUid(props, outputs), inputs: withAdoptUid(props, inputs) };
    }),

  update: (id, olds, news) =>
    present(spec, news, async () => {
      rememberSecrets(spec.fields, olds);
      const outputs = await run.core.update({ spec, id }, valuesOf(olds), valuesOf(news));
      return { outs: withAdoptUid(news, forEngine(spec, outputs)) };
    }),

  delete: (id, props) => presentErrors(spec, props, () => run.core.delete({ spec, id }, valuesOf(props))),
});

const NO_URN = [
  "The program declares this resource with another version of pulumi-platform than that of the provider.",
  "- If a transform adds ignoreChanges with *, give it the names of the inputs instead.",
  "- Otherwise install one version, and remove the other copies from node_modules.",
].join("\n");

/** Tokens are created locally. No verb sends a request. */
const signedTokens: DynamicProvider = {
  configure,

  check: (_, news) =>
    present(signedToken, news, async () => {
      run.ownership.noteProgram();
      return {
        inputs: news,
        failures: complaintsAbout(valuesOf(news)).map((reason) => ({ property: "", reason })),
      };
    }),

  diff: (_, olds, news) =>
    present(signedToken, news, async () => {
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
    present(signedToken, inputs, async () => {
      const issuer = issuerOf(run.settings);
      const { id, outputs } = await signToken(valuesOf(inputs), { issuer, now: Date.now() });
      return { id, outs: forEngine(signedToken, outputs) };
    }),

  read: async (id, props) => ({ id, props: forEngine(signedToken, valuesOf(props)) }),
  update: async (_, olds) => ({ outs: forEngine(signedToken, valuesOf(olds)) }),
  delete: async () => {},
};

/** Values with the adoptUid of others. It steers only the create, but the engine compares all inputs. So both keep that of the create. */
const withAdoptUid = ({ adoptUid }: Props, { adoptUid: _, ...values }: Props = {}): Props =>
  adoptUid === undefined ? values : { ...values, adoptUid };

const valuesOf = (props: Props): Values =>
  Object.fromEntries(
    Object.entries(props).filter(([name, value]) => name !== PROVIDER && value !== null && value !== undefined),
  );
