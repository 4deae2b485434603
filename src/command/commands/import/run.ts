import type { Client } from "../../../client/api/client";
import type { ResourceSpec } from "../../../description/spec/resource";
import { isUid } from "../../../description/uid";
import { platformClient } from "../../../program/lookups/access";
import type { Run } from "../../command";
import { CallError } from "../../declaration";
import { rulesFor } from "../../ignoring/ignore-file";
import { Ignoring } from "../../ignoring/ignoring";
import { readNames } from "../../organization/directory";
import type { LiveObject } from "../../organization/read";
import { notChecked, sightAround } from "../../organization/visibility";
import { type HeldResource, stackState } from "../../stack/export";
import { stackChoice } from "../../stack/options";
import { settingsOf, withStackHint } from "../../stack/settings";
import { completed } from "./complete";
import type { importCommand } from "./declaration";
import { goneFrom, missingFrom } from "./gone";
import { type ImportStatus, importStatusFinder } from "./import-status";
import { type JudgedObjects, judge } from "./judge";
import { kindsNamed } from "./kinds";
import { type Live, readAll } from "./live";
import { pathMatcher } from "./match";
import { linesReport } from "./one-object";
import { readExisting } from "./program/existing";
import { programOf } from "./program/files";
import { referencesIn } from "./program/properties";
import { importReport, type KindCount } from "./report";
import { setsUpPlugin } from "./support-files";
import { writeAll } from "./write";

/** Reads the objects in a group, and writes a program that declares them. */
export const run: Run<typeof importCommand> = (call) =>
  withStackHint(call, async () => {
    const flags = call.flags;
    const { parent: parentUid, out: folder, uid } = flags;
    if (uid !== undefined) {
      if (parentUid ?? folder ?? flags.match) throw new CallError("--uid prints one object: leave out the others");
      const kinds = kindsNamed(flags.kinds);
      return linesReport(await settingsOf(call), { uid, kinds, protect: flags.protect });
    }
    if (parentUid === undefined || folder === undefined) {
      throw new CallError("--parent and --out are required: the uid of a group, and a folder for the program");
    }
    if (!isUid(parentUid)) throw new CallError("--parent: must be a uid, like 1a2b/3c4d");
    const kinds = kindsNamed(flags.kinds);
    const existing = readExisting(folder, parentUid);
    const ignoring = new Ignoring(rulesFor(undefined, folder), new Date().toISOString().slice(0, 10));
    const choice = stackChoice(call);
    const settings = await settingsOf(call);
    const set = settings.hostName();
    const host = flags.for ?? set;
    const client = platformClient(settings);
    call.progress("Reading the organization");
    const sight = await sightAround(client, settings, flags);
    const live = await readAll(client, parentUid, kinds);
    const asked = askedOf(live, kinds, flags.match);
    if (choice !== undefined) call.progress("Reading the state of the stack");
    // The state is read after the organization, so that it has what an update creates meanwhile.
    const { resources: held } = choice === undefined ? { resources: [] } : await stackState(choice);
    const statusOf = importStatusFinder(existing, held, ignoring);
    call.progress("Reading the details of the objects");
    const judged = await judgeAll({ client, vendor: settings.find("vendor")?.value }, { live, asked, statusOf });
    const { parent, directory } = live;
    const missing = missingFrom(existing, live, kinds);
    const owned = held.filter(({ isReadOnly }) => !isReadOnly);
    const notToImport = new Set([...missing, ...owned].map(({ kind, uid }) => `${kind} ${uid}`));
    const wanted = {
      ...live,
      objects: judged.importable,
      existing,
      held: owned.filter(isKept),
      protect: flags.protect,
    };
    const { files, secrets } = programOf(folder, wanted, { host, leftOut: judged.leftOut, notToImport });
    if (!flags.dryRun) writeAll(folder, files, existing.sources);
    const lost = await goneFrom({ client, sight }, live, missing);
    const seen = await sight();
    return importReport({
      parentUid,
      folder,
      host,
      isHostSet: set === host || (host === "plugin" && setsUpPlugin(folder)),
      isDryRun: flags.dryRun,
      isNew: existing.manifest === undefined,
      files,
      secrets,
      isStackKnown: choice !== undefined,
      kinds: kinds.map((spec) => countOf(spec, { asked, statusOf, judged })),
      leftOut: judged.leftOut,
      ...lost,
      notChecked: notChecked(seen, kinds, [{ uid: parentUid, path: parent.name }]),
      assumption: seen.assumption ?? null,
      unlisted: live.unlisted.filter(({ spec }) => kinds.includes(spec)),
      directory,
    });
  });

/** Whether an object stays. One that waits for its delete has the name of its replacement. */
const isKept = ({ isPendingDelete }: HeldResource): boolean => !isPendingDelete;

interface Found {
  readonly live: Live;
  /** The objects that the call chooses. */
  readonly asked: readonly LiveObject[];
  readonly statusOf: ReturnType<typeof importStatusFinder>;
}

/** Completes the objects that the program does not have yet, and judges them. Throws PlatformError. */
async function judgeAll(
  { client, vendor }: { readonly client: Client; readonly vendor: string | undefined },
  { live, asked, statusOf }: Found,
): Promise<JudgedObjects> {
  const missing = asked.filter((object) => statusOf(object) === "new");
  const { directory, objects } = live;
  const { importable, leftOut } = judge(await completed(client, missing, directory), objects, vendor);
  const references = importable.flatMap(({ object, inputs }) => referencesIn(object.spec.fields, inputs));
  await readNames(client, references, directory);
  return { importable, leftOut };
}

/** Returns the objects that the call chooses by kind and path, without the group itself. */
function askedOf(live: Live, kinds: readonly ResourceSpec[], globs: readonly string[] | undefined): LiveObject[] {
  const matches = pathMatcher(globs);
  return live.objects.filter(
    (object) =>
      kinds.includes(object.spec) && matches(live.directory.pathOf(object).join("/")) && !isItself(object, live),
  );
}

/** Whether an object is the group itself. An object that shares its uid is not. */
const isItself = ({ spec, uid }: LiveObject, { parent }: Live): boolean => uid === parent.uid && !spec.uidIsParents;

function countOf(
  spec: ResourceSpec,
  { asked, statusOf, judged }: Pick<Found, "asked" | "statusOf"> & { readonly judged: JudgedObjects },
): KindCount {
  const found = asked.filter((object) => object.spec === spec);
  const counted = (status: ImportStatus) => found.filter((object) => statusOf(object) === status).length;
  return {
    kind: spec.type,
    found: found.length,
    added: judged.importable.filter(({ object }) => object.spec === spec).length,
    present: counted("present"),
    held: counted("held"),
    ignored: counted("ignored"),
    leftOut: judged.leftOut.filter(({ object }) => object.spec === spec).length,
  };
}
