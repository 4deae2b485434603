#!/usr/bin/env bash
# Deploys this folder's program to the emulator as a job of CI does: with nothing but the job's ID token, and while the platform refuses
# a request. Fails if the role of the job lacks a capability, or if the deployment does not survive the refusal. Needs curl, Node and the
# Pulumi CLI. The state is in a temporary folder, and nothing is left at the end.
set -euo pipefail
cd "$(dirname "$0")"

work=$(mktemp -d)
node_modules/.bin/pulumi-platform emulator --port 0 -o json > "$work/emulator.json" &
emulator=$!
trap 'kill "$emulator" || true; wait "$emulator" || true; rm -rf "$work"' EXIT
until [ -s "$work/emulator.json" ]; do
  kill -0 "$emulator" # Ends this script if the emulator did not start.
  sleep 0.2
done

# The value in JSON at the end of a path, ".environment.PLATFORM_TOKEN".
value() { node -p "JSON.parse(require('fs').readFileSync(0, 'utf8'))$1"; }
setting() { value ".$1" < "$work/emulator.json"; }
# A request with the emulator's own token, which may do everything: `request POST URL '{"name": "x"}'`. Fails if it is refused.
token=$(setting environment.PLATFORM_TOKEN)
request() { curl -sS --fail-with-body -X "$1" -H "Authorization: Bearer $token" "$2" ${3:+--data "$3"}; }

PLATFORM_BASE_URL=$(setting environment.PLATFORM_BASE_URL)
PLATFORM_REGISTRY_URL=$(setting environment.PLATFORM_REGISTRY_URL)
PLATFORM_PUBLIC_ORG=$(setting environment.PLATFORM_PUBLIC_ORG)
PLATFORM_ORGANIZATION=$(setting environment.PLATFORM_ORGANIZATION)
control=$(setting controlUrl)

# What an owner creates once: an identity for the job, and a role with what the program needs.
job='"issuer": "https://ci.example.com", "subject": "repo:acme/web"'
iam="$PLATFORM_BASE_URL/iam/v2"
PLATFORM_IDENTITY=$(request POST "$iam/identities/$PLATFORM_ORGANIZATION" \
  "{\"name\": \"web-ci\", \"claimMatch\": {$job}}" | value .uid)
role=$(request POST "$iam/roles/$PLATFORM_ORGANIZATION" '{"name": "deployer", "capabilities": [
  "CAP_IAM_GROUPS_CREATE", "CAP_IAM_GROUPS_LIST", "CAP_IAM_GROUPS_DELETE",
  "CAP_REPO_CREATE", "CAP_REPO_LIST", "CAP_REPO_DELETE",
  "CAP_EVENTS_SUBSCRIPTION_CREATE", "CAP_EVENTS_SUBSCRIPTION_LIST", "CAP_EVENTS_SUBSCRIPTION_DELETE"]}' | value .uid)
request POST "$iam/roleBindings/$PLATFORM_ORGANIZATION" \
  "{\"identityUid\": \"$PLATFORM_IDENTITY\", \"roleUid\": \"$role\"}" > "$work/binding.json"

# The ID token that CI gives to the job. The job has no other token.
PLATFORM_ID_TOKEN=$(request POST "$control/idTokens" "{$job}" | value .idToken)
unset PLATFORM_TOKEN PLATFORM_REGISTRY_TOKEN
export PLATFORM_BASE_URL PLATFORM_REGISTRY_URL PLATFORM_PUBLIC_ORG PLATFORM_ORGANIZATION PLATFORM_IDENTITY PLATFORM_ID_TOKEN

# What the program finds: a digest of the base image, and a platform that refuses the first new group.
digest=sha256:$(printf '%064d' 7)
request PUT "$control/histories" "{\"repository\": \"$PLATFORM_PUBLIC_ORG/nginx\", \"tag\": \"latest\", \"records\": [
  {\"updateTimestamp\": \"2026-01-05T08:30:00Z\", \"digest\": \"$digest\"}]}" > "$work/history.json"
fault=$(request POST "$control/faults" \
  '{"method": "POST", "path": "/iam/v2/groups", "action": {"kind": "status", "code": "UNAVAILABLE"}}' | value .id)
request DELETE "$control/requests" > "$work/cleared.json"

export PULUMI_BACKEND_URL="file://$work" PULUMI_CONFIG_PASSPHRASE=
pulumi stack init check --non-interactive
pulumi up --yes --skip-preview --non-interactive

# What happened.
expect() {
  [ "$2" = "$3" ] && return
  echo "check: $1 must be $2, and is $3" >&2
  exit 1
}
expect "the base image" "$digest" "$(pulumi stack output baseImage)"
expect "the number of requests that the fault met" 1 \
  "$(request GET "$control/faults" | value ".faults.find(({ id }) => id === '$fault').hits")"
expect "the statuses of the requests for the group" 503,200 \
  "$(request GET "$control/requests?method=POST&path=/iam/v2/groups" | value '.requests.map(({ status }) => status).join()')"
expect "the number of requests that the role did not allow" 0 \
  "$(request GET "$control/requests?status=403" | value .requests.length)"
pulumi destroy --yes --skip-preview --non-interactive
echo "check: all is as expected"
