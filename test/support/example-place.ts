import { type Emulator, startEmulator } from "../../src/emulator";
import { createWorkspace, type Workspace } from "./workspace";

/** Where each test of a suite runs an example: an emulator and a folder with the package, both new. */
export function examplePlace(): { readonly emulator: Emulator; readonly workspace: Workspace } {
  let emulator: Emulator | undefined;
  let workspace: Workspace | undefined;
  beforeEach(async () => {
    emulator = await startEmulator();
    workspace = createWorkspace();
  });
  afterEach(async () => {
    await emulator?.close();
    workspace?.remove();
  });
  const there = <T>(thing: T | undefined): T => {
    if (thing === undefined) throw new Error("it is there within a test only");
    return thing;
  };
  return {
    get emulator() {
      return there(emulator);
    },
    get workspace() {
      return there(workspace);
    },
  };
}
