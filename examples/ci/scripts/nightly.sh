#!/usr/bin/env bash
# Looks for what differs from the program and from identities/, whose objects the ignore file names, and for what no program declares.
# Writes findings.md for scripts/report.mjs: the reports, or the line "clean" after exit code 0 with reports. Leaves no findings.md when
# a command failed, so that no issue is closed by mistake.
set -euo pipefail
stack=$1

rm -f findings.md
reports=$(mktemp)
trap 'rm -f "$reports"' EXIT
found=0

look() {
  local code=0 report
  report=$(npx --no-install pulumi-platform drift --stack "$stack" -o markdown --max-length 30000 "$@") || code=$?
  printf '%s\n\n' "$report" | tee -a "$reports"
  case $code${report:+.} in
    0.) ;;
    2.) found=1 ;;
    *)
      echo "nightly: drift $* ended with $code and ${#report} characters of report, so it is not known whether there is drift" >&2
      exit 1
      ;;
  esac
}

look --unmanaged
look --cwd identities
if [ "$found" -eq 0 ]; then echo clean; else cat "$reports"; fi > findings.md
