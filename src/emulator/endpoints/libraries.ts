import { artifactFields, artifactVersionFields, ecosystemCountFields, ecosystems } from "../../resources/library";
import { computed, list, message } from "../../spec/types";
import { invalidArgument, notFound } from "../gateway/errors";
import type { Sortable } from "../gateway/pages";
import type { Query } from "../gateway/queries";
import { formatTime } from "../gateway/times";
import { type Endpoint, type Entry, endpoint, listed, written } from "./endpoint";

const kind = { type: "libraries:Artifact", collection: "/libraries/v2/artifacts" } as const;
const allowed = { anyCaller: "the catalog of libraries lies in no group, so that no role can be bound to it" } as const;

const VERSIONS = 120;
const FIRST = Date.parse("2026-01-05T08:30:34.750Z");
const HOUR_MS = 60 * 60 * 1000;

/** Every fourth artifact is of a whole second, which has no fraction. */
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
const time = (field: string) => (entry: Entry) => new Date(String(entry.values[field])).toISOString();
const times: Sortable<Entry> = {
  created_at: time("createTime"),
  create_time: time("createTime"),
  updated_at: time("updateTime"),
  update_time: time("updateTime"),
};

/** The ecosystems that a query asks for, each once; at least one is needed. Throws StatusError. */
function ecosystemsIn(query: Query): string[] {
  const asked = [...new Set(query.enumNames("ecosystems", ecosystems))].filter((name) => name !== ecosystems[0]);
  if (asked.length === 0) throw invalidArgument(kind, "ecosystems", "ecosystems is required");
  return asked;
}

/** `remediated` and `cudaVersion` are read, and select nothing: no seeded library has either. */
const listArtifacts = endpoint({
  method: "GET",
  path: kind.collection,
  kind,
  allowed,
  answer: ({ query }, service) => {
    const asked = ecosystemsIn(query);
    const sought = (query.text("query") ?? "").toLowerCase();
    query.boolean("remediated");
    query.text("cuda_version");
    return listed(service, query, {
      kind,
      fields: artifactFields,
      items: seeded.filter(
        ({ values }) => asked.includes(String(values.ecosystem)) && String(values.name).toLowerCase().includes(sought),
      ),
      sortable: { name: text("name"), ...times },
      countIsPlain: true,
    });
  },
});

/** Newest first where no order is asked for. */
const listVersions = endpoint({
  method: "GET",
  path: `${kind.collection}/{artifact}/versions`,
  kind,
  allowed,
  answer: ({ params, query }, service) => {
    const found = seeded.find(({ uid }) => uid === params.artifact);
    if (found === undefined) throw notFound(kind, params.artifact);
    return listed(service, query, {
      kind,
      key: "artifactVersions",
      fields: artifactVersionFields,
      items: Array.from({ length: VERSIONS }, (_, index) => version(found, index)),
      sortable: { version: text("version"), ...times },
      defaultOrder: "created_at desc",
      countIsPlain: true,
    });
  },
});

const countArtifacts = endpoint({
  method: "GET",
  path: `${kind.collection}/count`,
  kind,
  allowed,
  answer: ({ query }, service) => {
    const counts = ecosystemsIn(query).map((ecosystem) => ({
      ecosystem,
      totalCount: String(seeded.filter(({ values }) => values.ecosystem === ecosystem).length),
    }));
    const fields = { counts: computed(list(message(ecosystemCountFields))) };
    return written(service, { name: "GetArtifactCountResponse", fields }, { counts });
  },
});

/** Libraries: the same at every start. */
export const libraryEndpoints: readonly Endpoint[] = [listArtifacts, listVersions, countArtifacts];
