import assert from "node:assert/strict";
import { NotFoundError, PreconditionError } from "../../../src/client/api/errors";
import { group } from "../../../src/description/resources/group";
import { identity } from "../../../src/description/resources/identity";
import { repo } from "../../../src/description/resources/repo";
import { roleBinding } from "../../../src/description/resources/role-binding";
import { termsAcceptance } from "../../../src/description/resources/terms-acceptance";
import { LocalPlatform, placed } from "../../support/local-platform";
import { creating, madeBy } from "../../support/local-verbs";

describe("a create whose input names nothing that is there", () => {
  it("names the input before the platform's message: a parent, or another reference", async () => {
    const bot = placed(identity, "org/bot", { name: "bot", servicePrincipal: "SERVICE_PRINCIPAL_SKILLS" });
    const run = new LocalPlatform([bot]).run();
    const error = await creating(run, group, { parentUid: "cd0a", name: "team" });
    assert.ok(error instanceof NotFoundError);
    assert.match(
      error.message,
      /^parentUid: no Group has this uid, or this token cannot see it\. \[NOT_FOUND\] POST \/iam\/v2\/groups\/cd0a: /,
    );
    assert.match(
      String(await creating(run, roleBinding, { parentUid: "org", identityUid: "org/bot", roleUid: "cd0a" })),
      /^NotFoundError: roleUid: no Role has this uid, or this token cannot see it\. \[NOT_FOUND\] POST /,
    );
  });
});

describe("an organization that has not accepted the terms", () => {
  const tos = { id: "tos.v2", label: "Terms of Service", url: "https://example.com/tos" };

  it("gets an error with the missing documents, and a TermsAcceptance of them lets the create through (row 244)", async () => {
    const platform = new LocalPlatform([], { requiredTerms: [tos, { id: "dpa.v1", label: "Data", url: "" }] });
    const run = platform.run();
    const create = () => creating(run, repo, { parentUid: "org", name: "web" });
    const accept = (documentIds: string[]) => creating(run, termsAcceptance, { parentUid: "org", documentIds });
    const error = await create();
    assert.ok(error instanceof PreconditionError, String(error));
    assert.ok(
      error.message.includes('tos.v2 "Terms of Service" https://example.com/tos; dpa.v1 "Data". Accept them'),
      error.message,
    );
    const documentIds = error.missingTerms.map(({ id }) => id);
    await accept(documentIds.slice(1));
    assert.match(String(await create()), /These terms are not accepted yet: tos\.v2 [^;]*\. Accept/);
    await accept(documentIds);
    assert.equal(madeBy(await create()).outputs.name, "web");
  });
});
