import type { Client } from "../../../api/client";
import { platformClient } from "../../../lookups/access";
import type { ResourceSpec } from "../../../spec/resource";
import { isUid } from "../../../uid";
import { CallError, type Run } from "../../declaration";
import type { LiveObject } from "../../organization/read";
import { settingsOf, withStackHint } from "../../stack/settings";
import { completed, readNames } from "./complete";
import type { Flags } from "./declaration";
import { type Judged, judge } from "./judge";
import { kindsNamed } from "./kinds";
import { type Live, readAll } from "./live";
import { pathMatcher } from "./match";
import { directoryOf, keyOfObject } from "./paths";
import { type Existing, isDeclaredByHand, readExisting } from "./program/existing";
import { programOf } from "./program/files";
import { referencesIn } from "./references";
import { type Imported, importReport, type KindCount } from "./report";
import { scimTokensOf } from "./scim-tokens";
import { writeAll } from "./write";

/** Reads what lies in a group, and writes a program that declares it. */
export const run: Run<Flags> = (call) =>
  withStackHint(call, async () => {
    const flags = call.flags;
    const { parent: parentUid, out: folder } = flags;
    // advice: import-parent-and-out
    if (parentUid === undefined || folder === undefined) {
      throw new CallError(
        "say what to import, and where to: --parent with the uid of a group, and --out with a folder",
      );
    }
    if (!isUid(parentUid)) throw new CallError("--parent: must be a uid, like 1a2b/3c4d");
    const kinds = kindsNamed(flags.kinds);
    const existing = readExisting(folder, parentUid);
    const settings = await settingsOf(call);
    const client = platformClient(settings);
    call.progress("Reading the organisation");
    const live = await readAll(client, parentUid, kinds);
    const asked = askedOf(live, kinds, flags.match);
    call.progress("Reading what lists do not tell");
    const judged = await judgeAll({ client, vendor: settings.find("vendor")?.value }, { live, asked, existing });
    const directory = directoryOf(parentUid, live.objects, live.names);
    const { parent, builtInRoles } = live;
    const wanted = { parent, objects: judged.importable, builtInRoles, directory, existing };
    const { files, secrets } = programOf(folder, wanted, judged.leftOut);
    if (!flags.dryRun) writeAll(folder, files, existing.sources);
    return importReport({
      parentUid,
      folder,
      isDryRun: flags.dryRun,
      isNew: existing.manifest === undefined,
      files,
      secrets,
      kinds: kinds.map((spec) => countOf(spec, { asked, existing, judged })),
      leftOut: judged.leftOut,
      gone: goneFrom(existing, live, kinds),
      unlisted: live.unlisted.filter(({ spec }) => kinds.includes(spec)),
      directory,
    });
  });

interface Found {
  readonly live: Live;
  /** What the call means. */
  readonly asked: readonly LiveObject[];
  readonly existing: Existing;
}

/** Reads the rest of what the program does not have yet, and tells what can be taken over. Throws PlatformError. */
async function judgeAll(
  { client, vendor }: { readonly client: Client; readonly vendor: string | undefined },
  { live, asked, existing }: Found,
): Promise<Judged> {
  const missing = asked.filter((object) => !isInProgram(object, existing));
  const { importable, leftOut } = judge(await completed(client, missing, live.names), live.objects, vendor);
  const tokens = await scimTokensOf(client, asked, (token) => isDeclaredByHand(existing.sources.values(), token));
  const known = directoryOf(live.parent.uid, live.objects, live.names);
  const nameless = importable
    .flatMap(({ object, inputs }) => referencesIn(object.spec.fields, inputs))
    .filter(({ uid }) => known.nameOf(uid) === undefined);
  await readNames(client, nameless, live.names);
  return { importable, leftOut: [...leftOut, ...tokens] };
}

/** The objects that the call means: of its kinds, and at its paths; not the group itself. */
function askedOf(live: Live, kinds: readonly ResourceSpec[], globs: readonly string[] | undefined): LiveObject[] {
  const directory = directoryOf(live.parent.uid, live.objects, live.names);
  const isMeant = pathMatcher(globs);
  return live.objects.filter(
    (object) => kinds.includes(object.spec) && isMeant(directory.pathOf(object).join("/")) && !isItself(object, live),
  );
}

/** Whether an object is the group that is read; what has its uid and is a part of it is not. */
const isItself = ({ spec, uid }: LiveObject, { parent }: Live): boolean => uid === parent.uid && !spec.uidIsParents;

/** Whether a program declares an object: an import has written it, or somebody has declared it by its uid. */
const isInProgram = (object: LiveObject, { manifest, sources }: Existing): boolean =>
  manifest?.objects[keyOfObject(object)] !== undefined || isDeclaredByHand(sources.values(), object);

function countOf(
  spec: ResourceSpec,
  { asked, existing, judged }: Pick<Found, "asked" | "existing"> & { readonly judged: Judged },
): KindCount {
  const found = asked.filter((object) => object.spec === spec);
  return {
    spec,
    found: found.length,
    added: judged.importable.filter(({ object }) => object.spec === spec).length,
    present: found.filter((object) => isInProgram(object, existing)).length,
    leftOut: judged.leftOut.filter((one) => one.spec === spec).length,
  };
}

/** What an earlier import has written of the kinds that were listed, and the platform has no more. */
function goneFrom({ manifest }: Existing, live: Live, kinds: readonly ResourceSpec[]): Imported["gone"] {
  const standing = new Set(live.objects.map(keyOfObject));
  const listed = kinds.filter((spec) => !live.unlisted.some((one) => one.spec === spec)).map(({ type }) => type);
  return Object.entries(manifest?.objects ?? {}).flatMap(([key, { file, name }]) => {
    const [kind = "", uid = ""] = key.split(" ");
    // What is only looked up lies elsewhere.
    return name === undefined || standing.has(key) || !listed.includes(kind) ? [] : [{ kind, uid, file }];
  });
}
