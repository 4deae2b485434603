#!/usr/bin/env bash
# What differs from the program, and what nobody declared. Writes findings.md, which is empty where nothing is found.
set -euo pipefail
stack=$1

found=0
npx --no-install pulumi-platform drift --stack "$stack" --unmanaged -o markdown > findings.md || found=$?
case $found in
  0) : > findings.md ;;
  2) ;;
  *)
    cat findings.md >&2
    exit "$found"
    ;;
esac
