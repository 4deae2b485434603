import { stories, storiesWith } from "./story";

const digestOf = (character: string): string => `sha256:${character.repeat(64)}`;
const path = "/registry/v2/tags";
const APP = 'APP = put registry:Repo $ORG {"name":"app"}';
const [a, b] = [digestOf("a"), digestOf("b")];
const pattern = 'name: name must match "^[a-zA-Z0-9_][a-zA-Z0-9._-]{0,127}$"';

describe("tags in the emulator", () => {
  for (const [tagUpsert, kept, does] of [
    [undefined, { deprecated: null, bundles: null }, "clears"],
    ["replace", { deprecated: null, bundles: null }, "clears"],
    ["merge", { deprecated: true, bundles: ["base"] }, "keeps"],
  ] as const) {
    const moved = `{"uid":"$TAG","name":"latest","digest":"${b}",${JSON.stringify(kept).slice(1)}`;
    storiesWith(tagUpsert === undefined ? {} : { tagUpsert })(`
      # move with one request, which ${does} the omitted fields when tagUpsert is ${tagUpsert ?? "not set"}
      ${APP}
      TAG = POST ${path}/$APP {"name":"latest","digest":"${a}","bundles":["base"],"deprecated":true}
      wait 1000
      POST ${path}/$APP {"name":"latest","digest":"${b}"} -> ${moved}
      GET ${path}/$TAG -> {"updateTime":"2026-11-21T11:32:04.384Z"}
      POST ${path}/$APP {"name":"latest","digest":"${b}","bundles":[],"deprecated":false} -> ${moved}
      POST ${path}/$APP {"name":"other","digest":"${b}"}
      GET ${path}?uidp.childrenOf=$APP&order_by=name -> [latest other]
    `);
  }

  storiesWith({ strict: true })(`
    # need a repo, a name and a valid digest
    ${APP}
    POST ${path}/$APP {"digest":"${a}"} -> invalid ${pattern}
    POST ${path}/$APP {"name":"a/b","digest":"${a}"} -> invalid ${pattern}
    POST ${path}/$APP {"name":"a"} -> invalid digest: digest is required
    POST ${path}/$APP {"name":"a","digest":"sha256:A"}
    -> invalid digest: digest must be sha256: and 64 lower-case hex digits
    POST ${path}/$ORG {"name":"a","digest":"${a}"} -> missing registry/Repo $ORG
    POST ${path}/$NGINX {"name":"latest","digest":"${a}"} -> lacks tag.create
    GET ${path}?updatedSince=yesterday
    -> INVALID_ARGUMENT parsing field "updated_since": "yesterday" is not a valid value
  `);

  const [dated, snapshot, referrer] = ["latest-20260105", "3.14.7_git20260914", `sha256-${"a".repeat(64)}.sig`];
  const names = ["1.2.3", "1.2.3-r0", "1.2.3-r12", "latest", dated, "latest-19991231", referrer, snapshot];
  const puts = names.map(
    (name, i) => `wait 1000\nput registry:Tag $APP {"name":"${name}","digest":"${digestOf(String(i))}"}`,
  );
  const all = "include_referrers=true&include_dates=true&include_epochs=true&include_vcs_snapshots=true";
  const list = `GET ${path}?uidp.childrenOf=$APP&order_by=name`;
  stories(`
    # are listed without those that are generated, unless the query includes them
    ${APP}
    ${puts.join("\n")}
    ${list} -> [1.2.3 latest latest-19991231]
    ${list}&include_epochs=true -> [1.2.3 1.2.3-r0 1.2.3-r12 latest latest-19991231]
    ${list}&includeDates=true -> [1.2.3 latest latest-19991231 ${dated}]
    ${list}&includeVcsSnapshots=true -> [1.2.3 ${snapshot} latest latest-19991231]
    ${list}&${all} -> [1.2.3 1.2.3-r0 1.2.3-r12 ${snapshot} latest latest-19991231 ${dated} ${referrer}]
    ${list}&name=1.2.3-r0 -> []
    ${list}&name=1.2.3-r0&include_epochs=1 -> [1.2.3-r0]
    ${list}&digest=${digestOf("0")} -> [1.2.3]
    ${list}&updatedSince=2026-11-21T11:32:09.384Z -> [latest-19991231]
    ${list}&updated_since=2026-11-21T12:32:08.384%2B01:00&includeDates=true -> [latest-19991231 ${dated}]
  `);
});
