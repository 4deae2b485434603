import { join, sep } from "node:path";
import { PROVIDER } from "../hosts/dynamic/names";

/** Frames that the SDK cuts off: its own, and that of the class from resource-class.ts or of a component. */
const CUT_BY_SDK = 5;
/** Frames of the program in a recorded stack trace: the line that makes the resource, and what has called it. */
const OF_PROGRAM = 2;

/** Folder of this package, whose frames say nothing about a program. */
const PACKAGE = join(__dirname, "..") + sep;
/** Frames that say nothing about a program either: Node's own and those of packages. */
const FOREIGN = /^node:|[\\/]node_modules[\\/]/;

/**
 * Makes the stack traces cheap that the SDK takes while it constructs a resource, until the returned function is called.
 * Mapping their frames through source maps is a quarter of what a program of many resources costs, to take them at all is
 * half of the rest of a constructor, and those in the state are a quarter of the state.
 *
 * - `callsites` takes the one that is recorded as the resource's source position and stack trace: it is cut, and begins
 *   with the line of the program.
 * - `debuggablePromise` takes one for each of the four promises of an output, which only PULUMI_DEBUG_PROMISE_LEAKS shows:
 *   without it they are not formatted, and those of the slots that `transferProperties` makes are not taken.
 *
 * All others stay as they are, and so do these in an SDK that names its functions otherwise.
 */
export function cheapenStackTraces(): () => void {
  const { prepareStackTrace } = Error;
  // Node itself maps the frames then, which cannot be asked for from here.
  if (prepareStackTrace === undefined && process.sourceMapsEnabled) return () => {};
  const format = prepareStackTrace ?? plainText;
  // biome-ignore lint/style/noProcessEnv: it is the SDK's, which asks for it in the same way.
  const areShown = Boolean(process.env.PULUMI_DEBUG_PROMISE_LEAKS);
  Error.prepareStackTrace = (error, frames) => {
    const takenBy = frames[0]?.getFunctionName();
    if (takenBy === "callsites") return format(error, usefulFrames(frames));
    if (takenBy !== "debuggablePromise" || areShown) return format(error, frames);
    if (frames[1]?.getFunctionName() === "transferProperties") takeNoFrames();
    return String(error);
  };
  return () => {
    takeFrames();
    Error.prepareStackTrace = prepareStackTrace;
  };
}

/** The limit of frames outside of `transferProperties`, while it is at work. */
let limit: number | undefined;

/** Lets Node take no frames, until the SDK has made the last slot: no code of the program runs meanwhile. */
function takeNoFrames(): void {
  if (limit !== undefined || typeof Error.stackTraceLimit !== "number") return;
  limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
}

function takeFrames(): void {
  if (limit === undefined) return;
  Error.stackTraceLimit = limit;
  limit = undefined;
}

/**
 * Tells when the SDK has made the last slot of a resource, `__provider`: it assigns each to the resource. The error that it makes next is
 * shown with its stack, if the resource cannot be registered.
 *
 * @param prototype of the class of the resource
 * @param slots names of those that may be the last
 */
export function watchLastSlot(prototype: object, slots: readonly string[] = [PROVIDER]): void {
  for (const slot of slots) watchSlot(prototype, slot);
}

function watchSlot(prototype: object, slot: string): void {
  Object.defineProperty(prototype, slot, {
    configurable: true,
    set(this: object, value: unknown) {
      takeFrames();
      Object.defineProperty(this, slot, { value, writable: true, enumerable: true, configurable: true });
    },
  });
}

/** The SDK's own frames, the line that makes the resource, and what has called it as far as that is of the program. */
function usefulFrames(frames: readonly NodeJS.CallSite[]): NodeJS.CallSite[] {
  const [maker, ...callers] = frames.slice(CUT_BY_SDK).filter((frame) => !frame.getFileName()?.startsWith(PACKAGE));
  const ofProgram = callers.filter((frame) => !FOREIGN.test(frame.getFileName() ?? "node:"));
  return [
    ...frames.slice(0, CUT_BY_SDK),
    ...(maker === undefined ? [] : [maker]),
    ...ofProgram.slice(0, OF_PROGRAM - 1),
  ];
}

/** A stack trace as V8 writes it. */
const plainText = (error: Error, frames: readonly NodeJS.CallSite[]): string =>
  [String(error), ...frames.map((frame) => `    at ${frame}`)].join("\n");
