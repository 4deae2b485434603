import type { Run } from "../../command";
import { COMPLETE } from "../../complete";
import { CLEAN } from "../../declaration";
import { PROGRAM } from "../../parser";
import type { completion } from "./declaration";

/** The script of each shell. It calls the program of the current line, so it works with every version. */
const scripts: Readonly<Record<string, string>> = {
  bash: `_pulumi_platform() {
  local IFS=$'\\n'
  COMPREPLY=($("\${COMP_WORDS[0]}" ${COMPLETE} "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f1))
  if [[ \${COMPREPLY[0]} == :files ]]; then COMPREPLY=($(compgen -f -- "\${COMP_WORDS[COMP_CWORD]}")); fi
}
complete -F _pulumi_platform ${PROGRAM}
`,
  zsh: `#compdef ${PROGRAM}
_pulumi_platform() {
  local -a found
  found=("\${(@f)$("\${words[1]}" ${COMPLETE} "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ $found[1] == :files ]]; then _files; return; fi
  found=("\${(@)found//:/\\\\:}")
  found=("\${(@)found/$'\\t'/:}")
  _describe value found
}
if [[ "\${funcstack[1]}" == "_${PROGRAM}" ]]; then _pulumi_platform "$@"; else compdef _pulumi_platform ${PROGRAM}; fi
`,
  fish: `function __pulumi_platform
  set -l words (commandline -opc)
  set -l current (commandline -ct)
  set -l found ($words[1] ${COMPLETE} $words[2..-1] "$current" 2>/dev/null)
  if test "$found[1]" = :files
    __fish_complete_path "$current"
  else
    printf '%s\\n' $found
  end
end
complete -c ${PROGRAM} -f -a '(__pulumi_platform)'
`,
};

/** Prints the script of a shell. The declaration allows only these shells. */
export const run: Run<typeof completion> = async ({ arguments: [shell = ""], terminal }) => {
  terminal.out.write(scripts[shell] ?? "");
  return CLEAN;
};
