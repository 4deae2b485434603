import type { CommandDeclaration } from "../../declaration";

export const completion = {
  name: "completion",
  summary: "Prints the completion script of a shell.",
  arguments: [{ name: "shell", description: "name of the shell", choices: ["bash", "zsh", "fish"] }],
  options: [],
  outputs: [],
  examples: [
    { call: "completion bash >> ~/.bashrc", shows: "for bash", ends: 0 },
    { call: "completion zsh >> ~/.zshrc", shows: "for zsh, below its compinit", ends: 0 },
    { call: "completion fish > ~/.config/fish/completions/pulumi-platform.fish", shows: "for fish", ends: 0 },
  ],
  exits: { 0: "the script was printed", 1: "the script could not be printed" },
} as const satisfies CommandDeclaration;
