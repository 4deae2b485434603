#!/usr/bin/env bash
# What a pull request would change: the engine's preview, the access that people and jobs would gain or lose, and the drift that is
# there already. Writes review.md; fails when the preview fails, or when something could not be found out.
set -euo pipefail
stack=$1
parts=$(mktemp -d)
trap 'rm -rf "$parts"' EXIT

status=0
pulumi preview --stack "$stack" --diff --color never > "$parts/preview.txt" 2>&1 || status=$?
access=0
npx --no-install pulumi-platform access of --preview --stack "$stack" -o markdown > "$parts/access.md" 2> "$parts/access.err" || access=$?
drift=0
npx --no-install pulumi-platform drift --stack "$stack" -o markdown > "$parts/drift.md" 2> "$parts/drift.err" || drift=$?

{
  echo "## Stack \`$stack\`"
  echo
  echo "### Access"
  echo
  cat "$parts/access.md"
  sed 's/^/    /' "$parts/access.err"
  echo
  echo "### Drift"
  echo
  cat "$parts/drift.md"
  sed 's/^/    /' "$parts/drift.err"
  echo
  echo "<details><summary>Preview</summary>"
  echo
  # Indented, for no line of it can end such a block.
  cut -c1-300 "$parts/preview.txt" | tail -n 400 | sed 's/^/    /'
  echo
  echo "</details>"
} > review.md

# 2 means that something was found, which is for people to judge.
if [ "$status" -ne 0 ] || [ "$access" -eq 1 ] || [ "$drift" -eq 1 ]; then
  cat "$parts/preview.txt" "$parts/access.err" "$parts/drift.err" >&2
  exit 1
fi
