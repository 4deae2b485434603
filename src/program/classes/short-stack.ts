import { join, sep } from "node:path";
import { PROVIDER } from "../../description/names/dynamic";

/** Number of frames that the SDK cuts off: its own, and that of the class from resource-class.ts or of a component. */
const CUT_BY_SDK = 5;
/** Number of program frames in a recorded stack trace: the line that creates the resource, and its callers. */
const OF_PROGRAM = 2;

/** Folder of this package. Its frames say nothing about the program. Undefined in a bundled program, where all frames have one file. */
const PACKAGE = /[\\/]short-stack\.[jt]s$/.test(__filename) ? join(__dirname, "..", "..") + sep : undefined;
/** Other frames that say nothing about the program: those of Node and of packages. */
const FOREIGN = /^node:|[\\/]node_modules[\\/]/;

/**
 * Makes the stack traces cheap that the SDK takes while it constructs a resource, until you call the returned function.
 * In a program with many resources, mapping their frames through source maps takes a quarter of the time. Taking them
 * takes half of what remains of a constructor. They are a quarter of the state.
 *
 * - `callsites` takes the trace that Pulumi records as the source position of the resource. It is cut, and begins with the
 *   line of the program.
 * - `debuggablePromise` takes a trace for each of the four promises of an output. Only PULUMI_DEBUG_PROMISE_LEAKS shows
 *   them. Without it they are not formatted, and those of the slots that `transferProperties` creates are not taken.
 *
 * All other traces stay unchanged. If the SDK renames these functions, nothing changes at all.
 */
export function cheapenStackTraces(): () => void {
  const { prepareStackTrace } = Error;
  // Node itself then maps the frames, which code here cannot request.
  if (prepareStackTrace === undefined && process.sourceMapsEnabled) return () => {};
  const format = prepareStackTrace ?? plainText;
  // biome-ignore lint/style/noProcessEnv: the SDK reads this variable in the same way.
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

/** Limit of frames before `transferProperties` set it to zero. */
let limit: number | undefined;

/** Stops Node from taking frames until the SDK has created the last slot. No code of the program runs meanwhile. */
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

/** Detects when the SDK assigns the last slot, one of `slots`. If a resource cannot be registered, Pulumi shows the next error with its stack. */
export function watchLastSlot(prototype: object, slots: readonly string[] = [PROVIDER]): void {
  for (const slot of slots)
    Object.defineProperty(prototype, slot, {
      configurable: true,
      set(this: object, value: unknown) {
        takeFrames();
        Object.defineProperty(this, slot, { value, writable: true, enumerable: true, configurable: true });
      },
    });
}

function usefulFrames(frames: readonly NodeJS.CallSite[]): NodeJS.CallSite[] {
  const isOwn = (frame: NodeJS.CallSite) => PACKAGE !== undefined && frame.getFileName()?.startsWith(PACKAGE);
  const [maker, ...callers] = frames.slice(CUT_BY_SDK).filter((frame) => !isOwn(frame));
  const ofProgram = callers.filter((frame) => !FOREIGN.test(frame.getFileName() ?? "node:"));
  return [
    ...frames.slice(0, CUT_BY_SDK),
    ...(maker === undefined ? [] : [maker]),
    ...ofProgram.slice(0, OF_PROGRAM - 1),
  ];
}

const plainText = (error: Error, frames: readonly NodeJS.CallSite[]): string =>
  [String(error), ...frames.map((frame) => `    at ${frame}`)].join("\n");
