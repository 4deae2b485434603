#!/usr/bin/env bash
# Shows what a pull request would change: the access that people and jobs would gain or lose, the drift that is there already, and the
# engine's preview. Writes review.md, which fits into a comment. The log has all of it. Fails when a command failed, and when rows
# about access have no room in the comment, because nobody should approve what they were not shown.
set -euo pipefail
stack=$1
parts=$(mktemp -d)
trap 'rm -rf "$parts"' EXIT
failed=0

fail() {
  echo "review: $1" >&2
  failed=1
}

# Runs a command of pulumi-platform. Exit code 2 means that it found something, which is for people to judge.
look() {
  local part=$1 code=0
  shift
  npx --no-install pulumi-platform "$@" --stack "$stack" -o markdown > "$parts/$part.md" 2> "$parts/$part.err" || code=$?
  cat "$parts/$part.md" "$parts/$part.err"
  case $code in
    0 | 2) [ -s "$parts/$part.md" ] || fail "$part ended with $code, and reported nothing" ;;
    *) fail "$part ended with $code" ;;
  esac
}

# A part of the comment. A command that fails prints nothing but its error, which is shown as code.
section() {
  printf '### %s\n\n' "$1"
  if [ -s "$parts/$2.md" ]; then
    cat "$parts/$2.md"
  else
    head -c 3000 "$parts/$2.err" | sed 's/^/    /'
  fi
  echo
}

code=0
pulumi preview --stack "$stack" --diff --color never > "$parts/preview.txt" 2>&1 || code=$?
cat "$parts/preview.txt"
[ "$code" -eq 0 ] || fail "pulumi preview ended with $code"
look access access list --preview --max-length 30000
look drift drift --max-length 12000
# Nobody else can begin a line of standard error: a table's lines begin with |, and a note's with -.
if grep -q "^The comment was cut" "$parts/access.err"; then
  fail "the comment has no room for all rows about access: look at all of them above, or make the change smaller"
fi

{
  printf '## Stack `%s`\n\n' "$stack"
  section Access access
  section Drift drift
  printf '<details><summary>Preview</summary>\n\n'
  # The end, which has the summary and the errors. Indented, because no line can end such a block.
  cut -c1-300 "$parts/preview.txt" | awk -v most=12000 '
    { line[NR] = "    " $0 }
    END {
      for (i = NR; i > 0 && used + length(line[i]) < most; i--) used += length(line[i]) + 1
      if (i > 0) print i " lines are missing here: the log of the job has the whole preview.\n"
      for (i++; i <= NR; i++) print line[i]
    }'
  printf '\n</details>\n'
} > review.md
exit "$failed"
