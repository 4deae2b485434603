/** Where a command prints. */
export interface Sink {
  write(text: string): void;
  /** Whether people read it as it comes. */
  readonly isTerminal: boolean;
  /** Characters in a line; undefined if lines have no end. */
  readonly columns: number | undefined;
  /** Whether it shows colors, and the user wants them. */
  readonly hasColors: boolean;
}

/** Standard output and standard error. */
export interface Terminal {
  readonly out: Sink;
  readonly err: Sink;
}

/** Whether to use colors, as `--color` says. */
export type ColorChoice = "auto" | "always" | "never";

/** The terminal of this process. Node knows NO_COLOR, FORCE_COLOR and TERM. */
export const processTerminal = (): Terminal => ({ out: sinkOf(process.stdout), err: sinkOf(process.stderr) });

function sinkOf(stream: NodeJS.WriteStream): Sink {
  // A reader that has seen enough, like head, closes the pipe. That is no error of the command.
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
  return {
    write: (text) => {
      stream.write(text);
    },
    isTerminal: stream.isTTY === true,
    // A terminal that does not know its width says 0.
    columns: stream.isTTY && stream.columns > 0 ? stream.columns : undefined,
    hasColors: stream.isTTY === true && stream.hasColors(),
  };
}

/** The same terminal with colors as the user wants them. */
export function withColors(terminal: Terminal, choice: ColorChoice): Terminal {
  if (choice === "auto") return terminal;
  const hasColors = choice === "always";
  return { out: { ...terminal.out, hasColors }, err: { ...terminal.err, hasColors } };
}
