/** Public names of `pulumi-platform/emulator`: a local platform for tests and for trying things out. */
export type { Fault, FaultAction, FaultHandle } from "./faults/fault";
export type { Emulator, EmulatorOptions, HistoryRecord, IdTokenClaims, RequestRecord, StartObject } from "./options";
export { startEmulator } from "./server";
