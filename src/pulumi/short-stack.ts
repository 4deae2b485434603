import { join, sep } from "node:path";

/** Frames that the SDK cuts off: its own, and that of the class from resource-class.ts. */
const CUT_BY_SDK = 5;
/** Frames of the program in a recorded stack trace. */
const OF_PROGRAM = 3;

/** Folder of this package, whose frames say nothing about a program. */
const PACKAGE = join(__dirname, "..") + sep;

/**
 * Makes the stack traces cheap that the SDK takes while it constructs a resource, until the returned function is called.
 * Mapping all their frames through source maps is a quarter of what a program of many resources costs, and those in the
 * state are a quarter of the state.
 *
 * - `callsites` takes the one that is recorded as the resource's source position and stack trace: it is cut, and begins
 *   with the line of the program.
 * - `debuggablePromise` takes one for each declared output, to be shown if the promise never settles
 *   (PULUMI_DEBUG_PROMISE_LEAKS): it becomes a text when it is shown.
 *
 * All others stay as they are, and so do these in an SDK that names its functions otherwise.
 */
export function cheapenStackTraces(): () => void {
  const { prepareStackTrace } = Error;
  // Node itself maps the frames then, which cannot be asked for from here.
  if (prepareStackTrace === undefined && process.sourceMapsEnabled) return () => {};
  const format = prepareStackTrace ?? plainText;
  Error.prepareStackTrace = (error, frames) => {
    const takenBy = frames[0]?.getMethodName() ?? frames[0]?.getFunctionName();
    if (takenBy === "callsites") return format(error, usefulFrames(frames));
    if (takenBy === "debuggablePromise") return { toString: () => String(format(error, frames)) };
    return format(error, frames);
  };
  return () => {
    Error.prepareStackTrace = prepareStackTrace;
  };
}

const usefulFrames = (frames: readonly NodeJS.CallSite[]): NodeJS.CallSite[] => [
  ...frames.slice(0, CUT_BY_SDK),
  ...frames
    .slice(CUT_BY_SDK)
    .filter((frame) => !frame.getFileName()?.startsWith(PACKAGE))
    .slice(0, OF_PROGRAM),
];

/** A stack trace as V8 writes it. */
const plainText = (error: Error, frames: readonly NodeJS.CallSite[]): string =>
  [String(error), ...frames.map((frame) => `    at ${frame}`)].join("\n");
