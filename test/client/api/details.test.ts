import assert from "node:assert/strict";
import { literal } from "../../../src/description/wire/path";
import { type Detail, formatStatus, httpStatusOf, type Status } from "../../../src/description/wire/status";
import { scriptedClient } from "../../support/scripted";

/** What the error of a call says after the platform's message. */
async function addedBy(
  details: readonly Detail[],
  { code = "INVALID_ARGUMENT", message = "no" }: Partial<Status> = {},
) {
  const json = formatStatus({ code, message, details });
  const { client } = scriptedClient([{ status: httpStatusOf(code), json }]);
  const error: unknown = await client.delete(literal("/x")).catch((cause: unknown) => cause);
  assert.ok(error instanceof Error);
  const start = `[${code}] DELETE /x: "${message}"`;
  assert.ok(error.message.startsWith(start), error.message);
  return error.message.slice(start.length);
}

describe("the details of an error", () => {
  it("are all in its message, with each invalid field", async () => {
    const fieldViolations = [
      { field: "name", description: "too long" },
      { field: "claim_match.subject", description: "is missing" },
      { field: "", description: "and more" },
    ];
    assert.equal(
      await addedBy([{ kind: "BadRequest", fieldViolations }]),
      '. Fields: name "too long"; claim_match.subject "is missing"; "and more"',
    );
  });

  it("are conditions, quotas, the reason with its metadata, links and the localized message", async () => {
    const details: Detail[] = [
      { kind: "ErrorInfo", reason: "ORG_SUSPENDED", domain: "iam.example", metadata: { organization: "acme inc" } },
      { kind: "PreconditionFailure", violations: [{ type: "TOS", subject: "org/a", description: "not accepted" }] },
      { kind: "QuotaFailure", violations: [{ subject: "groups", description: "100 of 100 used" }] },
      { kind: "Help", links: [{ description: "Accept the terms", url: "https://example.com/terms" }] },
      { kind: "LocalizedMessage", locale: "de", message: "Das geht nicht" },
    ];
    assert.equal(
      await addedBy(details, { code: "FAILED_PRECONDITION" }),
      '. reason ORG_SUSPENDED; organization "acme inc". Conditions: "org/a" "not accepted". Quotas: groups "100 of 100 used". ' +
        'See "https://example.com/terms" "Accept the terms". "Das geht nicht"',
    );
  });

  it("are one bounded line, whatever a server writes into them, without broken links (row 118)", async () => {
    const long = `x\r\n::error::\u001b[2J"${"y".repeat(5_000)}`;
    const many = Array.from({ length: 500 }, (_, i) => ({ field: `f${i}\n`, description: `${i}${long}` }));
    const added = await addedBy([
      { kind: "BadRequest", fieldViolations: many },
      { kind: "ErrorInfo", reason: long, domain: long, metadata: Object.fromEntries(many.map((v) => [v.field, long])) },
      { kind: "Help", links: [{ description: "press here", url: "javascript:alert(1)" }] },
    ]);
    assert.ok(added.length <= 1_600, String(added.length));
    assert.doesNotMatch(added, /[\p{C}\p{Zl}\p{Zp}]/u);
    const link = await addedBy([{ kind: "Help", links: [{ description: "press here", url: "javascript:alert(1)" }] }]);
    assert.equal(link, '. See "press here"');
  });
});
