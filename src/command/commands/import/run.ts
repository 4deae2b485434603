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
import { stackState } from "../../stack/export";
import { type StackChoice, stackChoice } from "../../stack/options";
import { projectFolder } from "../../stack/project";
import { settingsOf, withStackHint } from "../../stack/settings";
import { completed } from "./complete";
import type { importCommand } from "./declaration";
import { goneFrom, missingFrom, withoutReplaced } from "./gone";
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
    if (choice !== undefined) call.progress("Reading the state of the stack");
    // The state is read after the organization, so that it has what an update creates meanwhile.
    const { resources: held } = choice === undefined ? { resources: [] } : await stackState(choice);
    const statusOf = importStatusFinder(existing, held, ignoring);
    const asked = askedOf(live, kinds, flags.match).map((object) => ({ object, status: statusOf(object) }));
    call.progress("Reading the details of the objects");
    const added = asked.filter(({ status }) => status === "new").map(({ object }) => object);
    const complete = await completed(client, added, live.directory);
    const judged = judge(complete, live.objects, settings.find("vendor")?.value);
    const references = judged.importable.flatMap(({ object, inputs }) => referencesIn(object.spec.fields, inputs));
    await readNames(client, references, live.directory);
    const { parent, directory } = live;
    const managed = held.filter(({ isReadOnly }) => !isReadOnly);
    // What waits for its delete has the name of its replacement.
    const own = isOf(choice, folder) ? managed.filter(({ isPendingDelete }) => !isPendingDelete) : [];
    const missing = missingFrom(existing, live, { kinds, own });
    const { gone, unseen } = await goneFrom({ client, sight }, live, missing);
    const notToImport = new Set([...gone, ...managed].map(({ kind, uid }) => `${kind} ${uid}`));
    const wanted = { ...live, objects: judged.importable, existing, protect: flags.protect };
    const { files, secrets } = programOf(folder, wanted, { host, leftOut: judged.leftOut, notToImport });
    if (!flags.dryRun) writeAll(folder, files, existing.sources);
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
      kinds: kinds.map((spec) => countOf(spec, asked, judged)),
      leftOut: judged.leftOut,
      gone: withoutReplaced(gone, own),
      unseen,
      notChecked: notChecked(seen, kinds, [{ uid: parentUid, path: parent.name }]),
      assumption: seen.assumption ?? null,
      unlisted: live.unlisted.filter(({ spec }) => kinds.includes(spec)),
      directory,
    });
  });

/** Whether a stack is of the program in a folder, so that its names are those of the program. One named by its project may be of another. */
const isOf = (choice: StackChoice | undefined, folder: string): boolean =>
  choice !== undefined && !choice.stack?.includes("/") && projectFolder(choice.cwd ?? ".") === projectFolder(folder);

/** Returns the objects that the call chooses by kind and path, without the group itself. */
function askedOf(live: Live, kinds: readonly ResourceSpec[], globs: readonly string[] | undefined): LiveObject[] {
  const matches = pathMatcher(globs);
  // An object that shares the uid of the group is not the group itself.
  const isItself = ({ spec, uid }: LiveObject) => uid === live.parent.uid && !spec.uidIsParents;
  return live.objects.filter(
    (object) => kinds.includes(object.spec) && matches(live.directory.pathOf(object).join("/")) && !isItself(object),
  );
}

type Asked = readonly { readonly object: LiveObject; readonly status: ImportStatus }[];

function countOf(spec: ResourceSpec, asked: Asked, judged: JudgedObjects): KindCount {
  const found = asked.filter(({ object }) => object.spec === spec);
  const counted = (wanted: ImportStatus) => found.filter(({ status }) => status === wanted).length;
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
