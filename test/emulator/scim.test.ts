import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { makeOwners, makeProvider, roleNamed, scimOf, test, withEmulator, withFile } from "./local";
import { START, stories, storiesWith } from "./story";

const IN_A_YEAR = "2027-11-21T11:32:03.384Z";
const HOUR_MS = 60 * 60 * 1000;
const path = "/iam/v2/identityProviders";
const bindings = "/iam/v2/roleBindings";
const oidc = '"oidc":{"issuer":"https://o.example.com","clientId":"c","pkceEnabled":true}';
const IDP = `IDP = put iam:IdentityProvider $ORG {"name":"okta","defaultRole":"$VIEWER",${oidc}}`;
const owner = (n: number): string => `
    OWNER_${n} = put iam:Identity $ORG {"name":"owner-${n}","servicePrincipal":1}
    BOUND_${n} = put iam:RoleBinding $ORG {"identityUid":"$OWNER_${n}","roleUid":"$OWNER"}`;
const asked = (verb: string, body: object): string => `POST ${path}/$IDP:${verb} ${JSON.stringify(body)}`;
const generate = (body = {}): string => asked("generateScimToken", body);
const regenerate = (body = {}): string => asked("regenerateScimToken", { etag: "$ETAG", ...body });
const enable = (enabled: boolean): string => asked("setScimEnabled", { etag: "$ETAG", enabled });
/** A line that reads the provider, with all that it shows of SCIM. */
const shows = (state: string, more: object = { tokenExpireTime: IN_A_YEAR }): string => {
  const scim = { endpointUrl: "https://scim.example.invalid/$IDP", etag: "$ETAG", ...more };
  return `GET ${path}/$IDP -> ${JSON.stringify({ scim: { ...scim, credentialState: `CREDENTIAL_STATE_${state}` } })}`;
};
const issued = "FAILED_PRECONDITION Precondition failed: a SCIM token was issued before: regenerate it";
const few = "FAILED_PRECONDITION Precondition failed: at least two owner bindings made by hand are required";
const required = "invalid default_role: default_role is required";

describe("SCIM tokens in the emulator", () => {
  stories(`
    # are generated once and shown once, and expire after a year
    ${IDP}
    ${shows("NOT_ISSUED", {})}
    ${generate()} -> {"identityProviderUid":"$IDP","expireTime":"${IN_A_YEAR}","endpointUrl":"https://scim.example.invalid/$IDP"}
    ${shows("LIVE")}
    ${generate()} -> ${issued}
    ${asked("revokeScimToken", {})}
    ${generate()} -> ${issued}

    # expire at a given time, within two years, or never
    ${IDP}
    ${generate({ expireTime: START })} -> invalid expire_time: must be in the future
    ${generate({ expireTime: "2028-11-21T11:32:03.385Z" })} -> invalid expire_time: must be within two years
    ${generate({ expireTime: IN_A_YEAR, neverExpires: true })} -> 400
    ${shows("NOT_ISSUED", {})}
    ${generate({ expireTime: "2026-12-01T00:00:00Z" })} -> {"expireTime":"2026-12-01T00:00:00Z"}
    ${shows("LIVE", { tokenExpireTime: "2026-12-01T00:00:00Z" })}
    ${regenerate({ neverExpires: true, overlap: "0s" })} -> {"expireTime":null,"previousTokenExpireTime":null}
    ${shows("LIVE", {})}
    ${regenerate({ neverExpires: false, overlap: "0s" })} -> {"expireTime":"${IN_A_YEAR}","requestedOverlap":"0s"}

    # expire by the clock, and the next one then has no former one
    ${IDP}
    ${generate({ expireTime: "2026-11-21T12:32:03.384Z" })}
    wait ${HOUR_MS - 1}
    ${shows("LIVE", { tokenExpireTime: "2026-11-21T12:32:03.384Z" })}
    wait 1
    ${shows("EXPIRED", { tokenExpireTime: "2026-11-21T12:32:03.384Z" })}
    ${regenerate()} -> {"previousTokenExpireTime":null}

    # replace each other, and the former stays valid for a while, but no longer than it would have been
    ${IDP}
    ${generate()}
    ${regenerate({ neverExpires: true })} -> {"previousTokenExpireTime":"2026-11-21T12:32:03.384Z","requestedOverlap":"3600s"}
    ${shows("ROTATING", { previousTokenExpireTime: "2026-11-21T12:32:03.384Z" })}
    wait ${HOUR_MS}
    ${shows("LIVE", {})}
    ${regenerate({ expireTime: "2026-11-22T00:00:00Z" })}
    ${regenerate({ overlap: "86400s" })} -> {"previousTokenExpireTime":"2026-11-22T00:00:00Z","requestedOverlap":"86400s"}

    # are changed only with the current etag, overlap for a day at most, and are no part of the provider's update
    ${IDP}
    ${generate()}
    ${regenerate({ etag: "000000000000" })} -> ABORTED Aborted: the etag is not the one of now
    ${regenerate({ etag: undefined })} -> invalid etag: etag is required
    ${asked("setScimEnabled", { etag: "000000000000", enabled: true })} -> 409
    ${regenerate({ overlap: "-1s" })} -> invalid overlap: must not be negative
    ${regenerate({ overlap: "86401s" })} -> invalid overlap: must be at most 24 hours
    PATCH ${path}/$IDP {"description":"d","scim":{"enabled":true}} -> {"scim":null}
    ${shows("LIVE")}

    # can be revoked, a second time without effect, but not before there is one
    ${IDP}
    GET ${path}/$IDP
    ${asked("revokeScimToken", {})} -> missing iam/IdentityProvider $IDP
    ${regenerate()} -> missing iam/IdentityProvider $IDP
    ${enable(true)} -> missing iam/IdentityProvider $IDP
    ${generate()}
    ${asked("revokeScimToken", {})} -> {"identityProviderUid":"$IDP","revokeTime":"${START}"}
    wait 1000
    ${asked("revokeScimToken", {})} -> {"etag":"$ETAG","revokeTime":"${START}"}
    ${shows("REVOKED", { tokenExpireTime: START })}
    ${regenerate()} -> {"previousTokenExpireTime":null}

    # can be changed by another user
    ${IDP}
    ${generate()}
    edit $IDP {"scim":{"credentialState":"CREDENTIAL_STATE_EXPIRED"}}
    ${regenerate()} -> 409
    ${shows("EXPIRED")}
    ${regenerate()}
  `);

  test("have a form of their own, and a new etag with each change", async (emulator) => {
    const idp = makeProvider(emulator);
    makeOwners(emulator, 2);
    const { post, state } = scimOf(emulator.call, idp);
    const etags = [(await state()).etag];
    const change = async (verb: string, body: object) => {
      const reply = await post(verb, { etag: etags.at(-1), ...body });
      etags.push(reply.body.etag);
      return reply.body;
    };
    const first = (await post("generateScimToken")).body;
    etags.push(first.etag);
    assert.match(String(first.token), /^scim_[0-9a-f]{40}$/);
    assert.notEqual((await change("regenerateScimToken", {})).token, first.token);
    await change("setScimEnabled", { enabled: true });
    const again = await post("setScimEnabled", { etag: etags.at(-1), enabled: true });
    assert.equal(again.body.etag, etags.at(-1));
    await change("setScimEnabled", {});
    etags.push((await post("revokeScimToken")).body.etag);
    assert.equal(new Set(etags).size, 6);
    const violations = [{ type: "SCIM_TOKEN_ISSUED", description: "a SCIM token was issued before: regenerate it" }];
    const detail = { "@type": "type.googleapis.com/google.rpc.PreconditionFailure", violations };
    assert.deepEqual(((await post("generateScimToken")).body.details as unknown[])[1], detail);
    assert.throws(() => emulator.put("iam:ScimToken", idp, {}), /verb of its identity provider/);
  });

  it("survive a restart, and no file ever contains a token or a code", () =>
    withFile(async (file) => {
      let idp = "";
      const told: string[] = [];
      await withEmulator({ file }, async (emulator, call) => {
        idp = makeProvider(emulator);
        told.push(String((await scimOf(call, idp).post("generateScimToken")).body.token));
        assert.equal(JSON.stringify(emulator.get(idp)).includes(String(told)), false);
        const invite = { roleUid: roleNamed(emulator, "viewer"), ttl: "60s" };
        told.push(String(emulator.put("iam:GroupInvite", emulator.organization.uid, invite).code));
      })();
      for (const text of told) assert.equal(readFileSync(file, "utf8").includes(text), false);
      await withEmulator({ file }, async ({ list }, call) => {
        assert.equal((await scimOf(call, idp).state()).credentialState, "CREDENTIAL_STATE_LIVE");
        assert.equal(list("iam:GroupInvite").length, 1);
      })();
    }));
});

describe("SCIM in the emulator", () => {
  storiesWith({ emitUnpopulated: true })(`
    # needs two owners that were bound by hand, and bindings that it manages are not to be changed
    ${IDP}
    ${generate()}
    ${enable(true)} -> ${few}
    ${owner(1)}
    ${owner(2)}
    edit $BOUND_1 {"managedBy":"MANAGED_BY_SCIM","managedByUidp":"$IDP"}
    DELETE ${bindings}/$BOUND_1 -> 400
    PATCH ${bindings}/$BOUND_1 {"roleUid":"$VIEWER"} -> 400
    GET ${path}/$IDP
    ${enable(true)} -> ${few}
    ${owner(3)}
    ${enable(true)} -> {"identityProviderUid":"$IDP","enabled":true}
    ${enable(false)} -> {"identityProviderUid":"$IDP","enabled":false}
  `);

  for (const scimOwnership of [true, false])
    storiesWith({ scimOwnership })(`
      # clears the default role when it is switched on, which is required before, and manages bindings: ${scimOwnership}
      ${IDP}
      POST ${path}/$ORG {"name":"sso",${oidc}} -> ${required}
      PATCH ${path}/$IDP {"defaultRole":""} -> ${required}
      ${owner(1)}
      ${owner(2)}
      GET ${bindings}/$BOUND_1 -> {"managedBy":${scimOwnership ? '"MANAGED_BY_MANUAL"' : null}}
      ${generate()}
      ${enable(true)}
      GET ${path}/$IDP -> {"defaultRole":${scimOwnership ? null : '"$VIEWER"'}}
      PATCH ${path}/$IDP {"defaultRole":"$VIEWER"} -> {"defaultRole":"$VIEWER"}
      PATCH ${path}/$IDP {"defaultRole":""} -> ${scimOwnership ? 200 : 400}
    `);
});
