/** Public names of `pulumi-platform/emulator`, a local platform for tests and experiments. */
export type { Emulator } from "./emulator";
export type { Fault, FaultAction, FaultHandle } from "./faults/fault";
export type { RequestRecord } from "./gateway/request-log";
export type { EmulatorOptions, HistoryRecord, IdTokenClaims, StartObject } from "./options";
export { startEmulator } from "./server";
