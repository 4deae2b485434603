import type { Client } from "../../../src/client/api/client";
import { type Emulator, type EmulatorOptions, startEmulator } from "../../../src/emulator";
import { clientOf } from "../../support/platform";

/** An emulator for a test of lookups: it contains only the seed, and its clock does not move. */
export interface Scene {
  readonly emulator: Emulator;
  readonly client: Client;
  readonly root: string;
  put(type: string, parentUid: string, body: Readonly<Record<string, unknown>>): string;
}

/** The creation time of everything in a scene. */
export const NOW = "2026-11-21T12:00:00.250Z";

/** Describes lookups twice: against an emulator that writes empty fields, and against one that leaves them out. */
export function inBothModes(title: string, tests: (scene: () => Scene) => void, options: EmulatorOptions = {}): void {
  for (const modes of [
    { emitUnpopulated: false, historyBounds: "inclusive" },
    { emitUnpopulated: true, historyBounds: "exclusive" },
  ] as const) {
    describe(`${title}, empty fields ${modes.emitUnpopulated ? "written" : "left out"}`, () => {
      let scene: Scene;
      beforeEach(async () => {
        const emulator = await startEmulator({ now: () => new Date(NOW), ...modes, ...options });
        const put: Scene["put"] = (type, parentUid, body) => String(emulator.put(type, parentUid, body).uid);
        scene = { emulator, client: clientOf(emulator), root: emulator.organization.uid, put };
      });
      afterEach(() => scene.emulator.close());
      tests(() => scene);
    });
  }
}
