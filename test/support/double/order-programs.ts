import type { Emulator } from "../../../src/emulator";
import type { Declared } from "../engine";

/** Where a scenario runs. */
export interface Place {
  readonly emulator: Emulator;
  /** uid of the organization. */
  readonly root: string;
  /** uid of a group that the stack did not create. */
  readonly elsewhere: string;
  /** uid that the state has for a resource. */
  uidOf(name: string): string;
}

/** One command of a scenario. */
export interface Turn {
  readonly command: "up" | "preview" | "refresh" | "destroy";
  /** What the program declares from now on. */
  readonly program?: (place: Place) => Declared[];
  /** Arguments of the command; `urn:web` becomes the URN of a resource. */
  readonly args?: readonly string[];
  /** What happens on the platform first. */
  readonly before?: (place: Place) => void;
  /** A resource that is tainted first. */
  readonly taint?: string;
  /** The command fails. */
  readonly fails?: true;
}

/** What is done, in one stack, that is destroyed in the end. */
export type Scenario = readonly Turn[];

export const resource = (name: string, kind: string, args: object, opts?: Declared["opts"]): Declared => ({
  name,
  class: kind,
  args: { ...args },
  ...(opts === undefined ? {} : { opts }),
});
export const group = (name: string, parentUid: string, args: object = {}, opts?: Declared["opts"]) =>
  resource(name, "Group", { parentUid, ...args }, opts);
export const repo = (name: string, parentUid: string, args: object = {}, opts?: Declared["opts"]) =>
  resource(name, "Repo", { parentUid, ...args }, opts);
export const refused = (name: string, opts?: Declared["opts"]) => group(name, "nobody", {}, opts);

/** A group with two repositories, of which one depends on the other without having anything of it. */
export const team = (parentUid: string, args: object = {}, opts?: Declared["opts"]): Declared[] => [
  group("team", parentUid, args, opts),
  repo("web", "${team}"),
  repo("app", "${team}", {}, { dependsOn: ["web"] }),
];
export const READ = ["--yes", "--skip-preview"];
export const start: Turn = { command: "up", program: ({ root }) => team(root) };
/** Refuses the next request of a kind. */
export const deny = (method: string, path: RegExp) => {
  const action = { kind: "status", code: "PERMISSION_DENIED" } as const;
  return ({ emulator }: Place): void => {
    emulator.fault({ method, path, action });
  };
};
export const forced = (description: string, opts: Declared["opts"] = {}): Turn => ({
  command: "up",
  program: ({ root }) => [
    group("team", root, { description }, { replaceOnChanges: ["description"], ...opts }),
    repo("web", "${team}"),
    group("beside", root, {}, { dependsOn: ["web"] }),
  ],
});
export const provider = ({ emulator }: Place, name: string) =>
  resource(name, "Provider", { baseUrl: emulator.url, token: emulator.token });
