import assert from "node:assert/strict";
import { withEmulator } from "./local";
import { stories } from "./story";

const issuer = "https://token.example.com";
const claimMatch = { issuer, subject: "repo:o/r", audience: "aud", claims: { a: "1", b: "2" } };
const bare = { name: "ci", description: "CI", claimMatch, servicePrincipal: null };
const match = (changes: object) => JSON.stringify({ claimMatch: { ...claimMatch, ...changes } });
const OWN = JSON.stringify({ claimMatch: { issuer, subject: "s" } });
const NAME = 'invalid name: name must match "^[a-z0-9 ._-]{1,}$"';
const unknown = (path: string) => `invalid update_mask: unknown field path "${path}" for Identity`;

/** Changes of an identity: what it is called, the query, the body (`-`: none), and what differs afterwards, or the refusal. */
const changes = `
  changes nothing without a body |  | - | {}
  clears a field that is null |  | {"description":null} | {"description":null}
  merges a nested message |  | {"claimMatch":{"audience":"other"}} | ${match({ audience: "other" })}
  accepts snake_case keys as well |  | {"claim_match":{"audience":"other"}} | ${match({ audience: "other" })}
  replaces a map whole |  | {"claimMatch":{"claims":{"c":"3"}}} | ${match({ claims: { c: "3" } })}
  clears a map that is empty |  | {"claimMatch":{"claims":{}}} | ${match({ claims: undefined })}
  drops the other member of a oneof |  | {"claimMatch":{"subjectPattern":"p"}} | ${match({ subject: undefined, subjectPattern: "p" })}
  drops the other message of a oneof |  | {"servicePrincipal":"SERVICE_PRINCIPAL_COSIGNED"} | {"claimMatch":null,"servicePrincipal":"SERVICE_PRINCIPAL_COSIGNED"}
  changes only what a mask names | updateMask=description | {"description":"new","name":"x"} | {"description":"new"}
  clears what a mask names and the body lacks | updateMask=description | {} | {"description":null}
  clears what a mask names when there is no body | update_mask=description | - | {"description":null}
  accepts an escaped comma in a mask | updateMask=description%2Cname | {"description":"new","name":"bot"} | {"description":"new","name":"bot"}
  accepts each path of a mask as its own parameter | updateMask.paths=description&updateMask.paths=name | {"description":"new","name":"bot"} | {"description":"new","name":"bot"}
  accepts a nested path and keeps the rest of the message | updateMask=claim_match.audience | {"claimMatch":{"issuer":"https://ignored.example.com"}} | ${match({ audience: undefined })}
  replaces a message that a mask names | updateMask=claim_match | ${OWN} | ${OWN}
  replaces all that can be written with * | updateMask=* | {"name":"bot",${OWN.slice(1)} | {"name":"bot","description":null,${OWN.slice(1)}
  ignores paths that only the server sets | updateMask=uid,email,create_time,description | {"uid":"x","email":"a@example.com","createTime":"2020-01-01T00:00:00Z","description":"new"} | {"description":"new"}
  changes nothing with an empty mask | updateMask= | {"description":"new"} | {}
  refuses to clear a required field by a mask | updateMask=name | {} | ${NAME}
  refuses to replace everything without a required field | updateMask=* | {} | ${NAME}
  refuses to clear the last member of a oneof | updateMask=claim_match | {} | invalid claim_match: one of claim_match, aws_identity, static_keys and service_principal is required
  refuses an empty message without what it needs |  | {"claimMatch":{}} | invalid claim_match.issuer: one of issuer and issuer_pattern is required
  refuses a path into a map | updateMask=claim_match.claims.a | {} | ${unknown("claim_match.claims.a")}
  refuses the parent in a mask | updateMask=parent_uid | {} | ${unknown("parent_uid")}`;

describe("a PATCH in the emulator", () => {
  for (const line of changes.trim().split("\n")) {
    const [title, query, body = "", after = ""] = line.split(" | ").map((part) => part.trim());
    const isRefused = after.startsWith("invalid ");
    const expected = JSON.stringify({ ...bare, ...(isRefused ? {} : JSON.parse(after)) });
    stories(`
      # ${title}
      BOT = put iam:Identity $ORG ${JSON.stringify({ name: "ci", description: "CI", claimMatch })}
      PATCH /iam/v2/identities/$BOT?${query}${body === "-" ? "" : ` ${body}`} -> ${isRefused ? after : expected}
      GET /iam/v2/identities/$BOT -> ${expected}
    `);
  }

  const statusesOf = {
    snake: { catalogTier: 400 },
    camel: { catalog_tier: 400, "custom_overlay.environment": 400 },
    both: {},
  };
  for (const maskSpelling of ["snake", "camel", "both"] as const)
    it(`accepts the configured spelling of names in masks, and both in bodies: ${maskSpelling}`, () =>
      withEmulator({ maskSpelling }, async ({ organization, put }, call) => {
        const { uid } = put("registry:Repo", organization.uid, { name: "m" });
        const refused: Readonly<Record<string, number>> = statusesOf[maskSpelling];
        const masks = ["catalog_tier", "catalogTier", "custom_overlay.environment", "description", "sync_config"];
        for (const mask of masks) {
          const { status } = await call(`PATCH /registry/v2/repos/${uid}?updateMask=${mask}`, {});
          assert.equal(status, refused[mask] ?? 200, mask);
        }
        const { status } = await call(`PATCH /registry/v2/repos/${uid}`, { catalogTier: "CATALOG_TIER_BASE" });
        assert.equal(status, 200);
      })());
});
