export interface Sink {
  write(text: string): void;
  readonly isTerminal: boolean;
  /** Characters in a line. Undefined if there is no limit. */
  readonly columns: number | undefined;
  readonly hasColors: boolean;
}

export interface Terminal {
  readonly out: Sink;
  readonly err: Sink;
}

export type ColorChoice = "auto" | "always" | "never";

/** Returns the terminal of this process. Node respects NO_COLOR, FORCE_COLOR and TERM. */
export const processTerminal = (): Terminal => ({ out: sinkOf(process.stdout), err: sinkOf(process.stderr) });

function sinkOf(stream: NodeJS.WriteStream): Sink {
  // A reader such as head may close the pipe early. That is not an error of the command.
  stream.on("error", ({ code }: NodeJS.ErrnoException) => {
    if (code === "EPIPE") return;
    process.exitCode = 1; // UNKNOWN
    if (stream !== process.stderr) process.stderr.write(`error: the output cannot be written: ${code}\n`);
  });
  return {
    write: (text) => {
      stream.write(text);
    },
    isTerminal: stream.isTTY === true,
    // A terminal of unknown width reports 0.
    columns: stream.isTTY && stream.columns > 0 ? stream.columns : undefined,
    hasColors: stream.isTTY === true && stream.hasColors(),
  };
}

export function withColors(terminal: Terminal, choice: ColorChoice): Terminal {
  if (choice === "auto") return terminal;
  const hasColors = choice === "always";
  return { out: { ...terminal.out, hasColors }, err: { ...terminal.err, hasColors } };
}
