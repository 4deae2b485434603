import { HostError, type Props } from "../../support/host";

/**
 * One harness for both hosts. The values of a test contain the type of their resource (`TYPE`). They contain its name (`NAME`) if
 * the program has several similar resources of a type. Each host gets both in its own form, and its responses contain both again.
 */
export const TYPE = "$type";
export const NAME = "$name";

export interface AnyDiff {
  readonly changed: boolean;
  readonly replaces: readonly string[];
  readonly deleteBeforeReplace: boolean;
}

export const unchanged: AnyDiff = { changed: false, replaces: [], deleteBeforeReplace: false };

/** A host of resources, as the engine talks to it. Calls that fail throw HostError. Secrets have no marks. */
export interface AnyHost {
  check(olds: Props, news: Props): Promise<{ inputs: Props; failures: { property: string; reason: string }[] }>;
  /** What the engine asks for a new resource in a preview. Returns why it is refused. */
  preview(news: Props): Promise<readonly string[]>;
  diff(id: string, olds: Props, news: Props): Promise<AnyDiff>;
  create(inputs: Props): Promise<{ id: string; properties: Props }>;
  read(id: string, properties: Props): Promise<{ id: string; properties: Props; inputs: Props | undefined }>;
  update(id: string, olds: Props, news: Props): Promise<Props>;
  delete(id: string, properties: Props): Promise<void>;
  /** A delete in the next run, in a new process: a run does not delete objects that it has created itself. */
  deleteLater(id: string, properties: Props): Promise<void>;
  /** A read in the run of `deleteLater`: this one may show what was so some seconds ago. */
  readLater: AnyHost["read"];
  /** All that the host showed to the user beside its answers, line by line; complete once it is closed. */
  shown(): string;
  /** Its pid, if it has a process of its own. */
  readonly pid: number | undefined;
  /** Settles when the process has ended. */
  readonly closed: Promise<void>;
  /** Address of the engine. */
  readonly engine: string;
  /** Makes the engine unreachable, as if it had been killed. */
  leave(): void;
  close(): Promise<void>;
}

export interface AnyHostOptions {
  /** The stack's config, or that of an explicit provider, by full key: `platform:baseUrl`. */
  readonly config?: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
  /** Another host of the same run; the engine starts one for each provider. */
  readonly beside?: Pick<AnyHost, "engine">;
  /** Start a process as the engine does. The plugin always has its own. */
  readonly ownProcess?: boolean;
}

export type HostCalls = Omit<AnyHost, "deleteLater" | "readLater">;

/** What tests say of a resource, apart from its own values. */
export function splitOf({ [TYPE]: type, [NAME]: given, ...values }: Props): {
  type: string;
  name: string;
  values: Props;
} {
  const own = typeof values.name === "string" && /^[\w .-]+$/.test(values.name) ? values.name : "unnamed";
  return { type: String(type), name: typeof given === "string" ? given : own, values };
}

/** Values of an answer, with what the test said of the resource. */
export const likeGiven = (values: Props, { [TYPE]: type, [NAME]: name }: Props): Props => ({
  ...values,
  [TYPE]: type,
  ...(name === undefined ? {} : { [NAME]: name }),
});

/** Runs a call. What it recorded of an incomplete object is read like any other answer. */
export async function recording<T>(call: Promise<T>, read: (values: Props) => Props): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof HostError) || error.incomplete === undefined) throw error;
    const properties = read(error.incomplete.properties);
    throw new HostError(error.message, error.status, { ...error.incomplete, properties });
  }
}
