import assert from "node:assert/strict";
import { PreconditionError } from "../../src/api/errors";
import { Kind } from "../../src/core/handle";
import { verbsOf } from "../../src/core/verbs/verbs-of";
import { type Emulator, startEmulator } from "../../src/emulator";
import { resources } from "../../src/resources";
import { repo } from "../../src/resources/repo";
import { termsAcceptance } from "../../src/resources/terms-acceptance";
import { createContext } from "../support/context";
import { clientOf } from "../support/platform";

describe("an organization that has not accepted the terms", () => {
  const tos = { id: "tos.v2", label: "Terms of Service", url: "https://example.com/tos" };
  let emulator: Emulator;
  before(async () => {
    emulator = await startEmulator({ requiredTerms: [tos, { id: "dpa.v1", label: "Data", url: "" }] });
  });
  after(() => emulator.close());

  it("gets an error with the missing documents, and a TermsAcceptance of them lets the create through (row 244)", async () => {
    const { uid } = emulator.organization;
    const context = createContext(clientOf(emulator), resources, { print: () => undefined });
    const create = () => verbsOf(repo).create(new Kind(context, repo), { parentUid: uid, name: "web" });
    let documentIds: string[] = [];
    await assert.rejects(create(), (error: Error) => {
      assert.ok(error instanceof PreconditionError, error.message);
      documentIds = error.missingTerms.map(({ id }) => id);
      return error.message.includes('tos.v2 "Terms of Service" https://example.com/tos; dpa.v1 "Data". Accept them');
    });
    const accept = (ids: string[]) =>
      verbsOf(termsAcceptance).create(new Kind(context, termsAcceptance), { parentUid: uid, documentIds: ids });
    await accept(documentIds.slice(1));
    await assert.rejects(create(), /These terms are not accepted yet: tos\.v2 [^;]*\. Accept/);
    await accept(documentIds);
    assert.equal((await create()).outputs.name, "web");
  });
});
