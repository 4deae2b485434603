#!/usr/bin/env bash
# Looks for what differs from the program, and for what no program declares. Writes findings.md for scripts/report.mjs: the report, or
# the line "clean" after exit code 0 with a report. Leaves no findings.md when the command failed, so that no issue is closed by mistake.
set -euo pipefail
stack=$1

rm -f findings.md
report=$(mktemp)
trap 'rm -f "$report"' EXIT
code=0
npx --no-install pulumi-platform drift --stack "$stack" --unmanaged -o markdown > "$report" || code=$?
cat "$report"
if [ "$code" -eq 0 ] && [ -s "$report" ]; then
  echo clean > findings.md
elif [ "$code" -eq 2 ] && [ -s "$report" ]; then
  cp "$report" findings.md
else
  echo "nightly: drift ended with $code and $(wc -c < "$report") characters of report, so it is not known whether there is drift" >&2
  exit 1
fi
