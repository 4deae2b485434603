import {
  countArtifacts,
  ecosystems,
  listArtifacts,
  listArtifactVersions,
} from "../../description/operations/artifacts";
import type { Values } from "../../description/spec/values";
import { invalidArgument, notFound } from "../gateway/errors";
import { sortableTimes } from "../gateway/pages";
import { formatTime } from "../gateway/times";
import { type Endpoint, type Entry, endpoint } from "./endpoint";

const kind = { type: "libraries:Artifact" } as const;

const VERSIONS = 120;
const FIRST = Date.parse("2026-01-05T08:30:34.750Z");
const HOUR_MS = 60 * 60 * 1000;

/** Every fourth artifact has a time without a fraction of a second. */
const firstTimeOf = (index: number): number => FIRST + index * 1250;

function artifact(ecosystem: string, prefix: string, index: number): Entry {
  const name = `${prefix}-${String(index).padStart(3, "0")}`;
  const time = formatTime(new Date(firstTimeOf(index)));
  const values = {
    uid: name,
    name,
    description: "Seeded library",
    ecosystem,
    latestVersion: `1.${VERSIONS - 1}.0`,
    versionCount: VERSIONS,
    createTime: time,
    updateTime: time,
  };
  return { uid: name, values };
}

const [, JAVA, PYTHON] = ecosystems;
const seeded: readonly Entry[] = [
  ...Array.from({ length: 70 }, (_, index) => artifact(JAVA, "com.example:jlib", index)),
  ...Array.from({ length: 60 }, (_, index) => artifact(PYTHON, "pylib", index)),
];

function version({ values }: Entry, index: number): Entry {
  const name = `1.${index}.0`;
  const time = formatTime(new Date(Date.parse(String(values.createTime)) + index * HOUR_MS));
  const uid = `${values.uid}@${name}`;
  return {
    uid,
    values: {
      uid,
      name: values.name,
      version: name,
      description: "Seeded version",
      createTime: time,
      updateTime: time,
      sizeBytes: String(2 ** 32 + index),
    },
  };
}

const text = (field: string) => (entry: Entry) => String(entry.values[field]);
const times = sortableTimes("createTime", "updateTime");

/** Returns the requested ecosystems without duplicates. At least one is required. Throws StatusError. */
function ecosystemsIn({ ecosystems: names }: Values): string[] {
  const asked = [...new Set([names].flat().map(String))].filter((name) => name !== ecosystems[0]);
  if (asked.length === 0) throw invalidArgument(kind, "ecosystems", "ecosystems is required");
  return asked;
}

/** `remediated` and `cudaVersion` are parsed but have no effect, because no seeded library has either. */
const artifactsEndpoint = endpoint({
  operation: listArtifacts,
  kind,
  list: ({ args }) => {
    const asked = ecosystemsIn(args);
    const searched = String(args.query ?? "").toLowerCase();
    return {
      items: seeded.filter(
        ({ values }) =>
          asked.includes(String(values.ecosystem)) && String(values.name).toLowerCase().includes(searched),
      ),
      sortable: { name: text("name"), ...times },
    };
  },
});

const versionsEndpoint = endpoint({
  operation: listArtifactVersions,
  kind,
  list: ({ params }) => {
    const found = seeded.find(({ uid }) => uid === params.artifactId);
    if (found === undefined) throw notFound(kind, params.artifactId);
    return {
      items: Array.from({ length: VERSIONS }, (_, index) => version(found, index)),
      sortable: { version: text("version"), ...times },
      defaultOrder: "created_at desc",
    };
  },
});

const countEndpoint = endpoint({
  operation: countArtifacts,
  kind,
  answer: ({ args }) => ({
    counts: ecosystemsIn(args).map((ecosystem) => ({
      ecosystem,
      totalCount: String(seeded.filter(({ values }) => values.ecosystem === ecosystem).length),
    })),
  }),
});

export const libraryEndpoints: readonly Endpoint[] = [artifactsEndpoint, versionsEndpoint, countEndpoint];
