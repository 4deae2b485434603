import type { Declared, Engine } from "../support/engine";
import { mutations } from "../support/log";

export const claimMatch = { issuer: "https://token.example.com", subject: "s" };

/** A resource that the platform refuses to create. */
const refused: Declared = { name: "refused", class: "Group", args: { parentUid: "nobody" } };

/** Resources whose ownership tests are about, and questions about them. */
export function bots(engine: () => Engine) {
  const root = () => engine().emulator.organization.uid;
  const uidOf = async (name: string) => String((await engine().recorded()).get(name)?.id);
  /** An Identity with the name "bot", whatever its resource is called. */
  const identity = (name: string, args: object = {}, opts: object = {}): Declared => ({
    name,
    class: "Identity",
    args: { parentUid: root(), name: "bot", claimMatch, ...args },
    opts: { ...opts },
  });
  /** Fails after another resource, so that the run breaks off before it deletes anything. */
  const refusedAfter = (name: string): Declared => ({ ...refused, opts: { dependsOn: [name] } });
  return {
    refused,
    refusedAfter,
    identity,
    group: (name: string, args: object = {}): Declared => ({
      name,
      class: "Group",
      args: { parentUid: root(), ...args },
    }),
    uidOf,
    urnOf: async (name: string) => String((await engine().recorded()).get(name)?.urn),
    deletes: () => mutations(engine().emulator.requests).filter(({ method }) => method === "DELETE"),
    isThere: (uid: string) => engine().emulator.get(uid) !== undefined,
  };
}
