import type { Client } from "../../../client/api/client";
import { NotFoundError, PlatformError } from "../../../client/api/errors";
import type { Settings } from "../../../client/settings";
import { GROUP, storedAs } from "../../../description/spec/place";
import { nameOf, pluralOf, type ResourceSpec } from "../../../description/spec/resource";
import { parentOf } from "../../../description/uid";
import { platformClient } from "../../../program/lookups/access";
import { columns, type Report, whole } from "../../declaration";
import { Directory, embeddedNames, readNames } from "../../organization/directory";
import { type Listed, readBuiltInRoles, readObject } from "../../organization/read";
import { sentences } from "../../output/text";
import { completed } from "./complete";
import { judge } from "./judge";
import { askedSecret, linesByHand } from "./not-imported";
import { INDEX } from "./program/existing";
import { secretsIn } from "./program/files";
import { planOf } from "./program/plan";
import { referencesIn } from "./program/properties";
import { linesOf } from "./program/sources";
import { importReport } from "./report";

interface OneObject {
  readonly uid: string;
  /** The kinds that it may be. */
  readonly kinds: readonly ResourceSpec[];
  readonly protect: boolean;
}

/** Prints the lines of a program for one object, or for a group and the part of it that has the same uid. Writes nothing. */
export async function linesReport(settings: Settings, { uid, kinds, protect }: OneObject): Promise<Report> {
  const client = platformClient(settings);
  const { found, unlisted } = await foundAt(client, { uid, kinds });
  const builtIn = await readBuiltInRoles(client);
  const directory = new Directory(found, [...found, ...builtIn.objects].flatMap(embeddedNames));
  for (const role of builtIn.objects) directory.learn(role.uid, String(role.values.name));
  const objects = await completed(client, found, directory);
  const { importable, leftOut } = judge(objects, objects, settings.find("vendor")?.value);
  await readNames(
    client,
    importable.flatMap(({ object, inputs }) => referencesIn(object.spec.fields, inputs)),
    directory,
  );
  const existing = { manifest: undefined, sources: new Map() };
  // The program around the lines is not known, so a reference is a uid with a comment.
  const parent = { uid: "", name: "" };
  const wanted = { parent, objects: importable, builtInRoles: builtIn.objects, directory, existing, protect };
  const plan = planOf(wanted);
  const secrets = secretsIn(plan);
  const byHand = leftOut.flatMap((one) => linesByHand(one, wanted) ?? []);
  const text = [linesOf(wanted, plan), ...byHand].filter((lines) => lines !== "").join("\n\n");
  const report = importReport({
    ...{ parentUid: parentOf(uid) ?? uid, folder: null, host: settings.hostName() },
    ...{ isHostSet: true, isDryRun: true, isNew: false, isStackKnown: false },
    files: [{ file: INDEX, text, action: "extended" }],
    secrets,
    kinds: [...new Set(found.map(({ spec }) => spec))].map((spec) => {
      const out = leftOut.filter(({ object }) => object.spec === spec).length;
      return { kind: spec.type, found: 1, added: 1 - out, present: 0, held: 0, ignored: 0, leftOut: out };
    }),
    ...{ leftOut, unlisted, gone: [], unseen: [], notChecked: [], assumption: null, directory },
  });
  const keys = [...secrets.map(({ key }) => key), ...leftOut.flatMap((one) => askedSecret(one, directory)?.key ?? [])];
  return {
    ...report,
    tables: [{ columns: columns(whole("LINES")), rows: text.split("\n").map((line) => [line]), isBare: true }],
    notes: sentences(
      leftOut.map(
        ({ object, reason, remedy }) => `${nameOf(object.spec)} ${uid} cannot be taken over: ${reason}. ${remedy}`,
      ),
      unlisted.map(({ spec, error }) => `Its ${pluralOf(spec)} could not be read: ${error.message}.`),
      keys.map((key) => `Set its secret first: pulumi config set --secret ${key}`),
      importable.length > 0 &&
        "Add the lines to the program. PLATFORM_ADOPT_EXISTING=identical pulumi up then takes the object over without a write.",
    ),
  };
}

/** Returns the object, or a group and its part, with the parts that could not be read. Throws PlatformError if there is none. */
async function foundAt(client: Client, { uid, kinds }: Pick<OneObject, "uid" | "kinds">) {
  const tried = await Promise.allSettled(kinds.map((spec) => readObject(client, spec, uid)));
  const found = tried.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  const failed = tried.flatMap((one): unknown[] => (one.status === "rejected" ? [one.reason] : []));
  const isMissing = (error: unknown) => error instanceof NotFoundError;
  if (found.length === 0) throw failed.find((error) => !isMissing(error)) ?? failed[0];
  // A group may have a part with its uid. Other kinds share no uid, so that a refusal to read them says nothing.
  const unlisted = tried.flatMap((one, i): Listed["unlisted"] => {
    const [spec, error] = [kinds[i], one.status === "rejected" && one.reason];
    const isPart = spec?.uidIsParents && found.some((other) => storedAs(other.spec) === GROUP);
    return isPart && error instanceof PlatformError && !isMissing(error) ? [{ spec, error }] : [];
  });
  return { found, unlisted };
}
