import assert from "node:assert/strict";
import { brief, roleNamed, testWith } from "./local";
import { bind, CI, exchanged, lacks, makeTeams } from "./teams";

describe("an exchanged token on an emulator that hides objects", () => {
  testWith({ forbidden: "hidden" })(
    "gets the same answer for hidden objects and for missing ones",
    async (emulator) => {
      const { team, other, identity } = makeTeams(emulator);
      bind(emulator, team, identity, "viewer");
      const repo = String(emulator.put("registry:Repo", other, { name: "app" }).uid);
      const claimMatch = { issuer: CI.issuer, subject: "repo:acme/other" };
      const stranger = emulator.put("iam:Identity", emulator.organization.uid, { name: "stranger", claimMatch });
      const foreign = bind(emulator, other, String(stranger.uid), "viewer");
      const token = await exchanged(emulator);
      const ask = (request: string, body?: unknown) => emulator.call(request, body, token);
      const roleBinding = { identityUid: identity, roleUid: roleNamed(emulator, "viewer") };
      const requests = (group: string, below: string): readonly (readonly [request: string, body?: unknown])[] => [
        [`GET /iam/v2/groups/${group}`],
        [`PATCH /iam/v2/groups/${group}`, { description: "d" }],
        [`DELETE /iam/v2/groups/${group}`],
        [`POST /iam/v2/groups/${group}`, { name: "new" }],
        [`POST /registry/v2/repos/${group}`, { name: "new" }],
        [`GET /registry/v2/repos/${below}`],
        [`GET /registry/v2/repos/${below}/readme`],
        [`POST /registry/v2/tags/${below}`, { name: "new", digest: `sha256:${"a".repeat(64)}` }],
        [`GET /registry/v2/repos/${below}/digests/sha256:0/size`],
        [`POST /iam/v2/identityProviders/${group}:generateScimToken`, {}],
        [
          `POST /iam/v2/accountAssociations/${group}:checkAccountAssociation`,
          { providerType: "ACCOUNT_PROVIDER_TYPE_AMAZON" },
        ],
        [`GET /iam/v2/terms/${group}`],
        [`POST /iam/v2/roleBindings:batchCreate`, { parent: group, requests: [{ roleBinding }] }],
        [`POST /iam/v2/externalGroupRoleMappings:batchDelete`, { parent: group, names: [`${group}/x`] }],
        [`DELETE /iam/v2/accountAssociations/${group}`],
      ];
      const answers = async (who: typeof ask, group: string, below: string) => {
        const texts: string[] = [];
        for (const [request, body] of requests(group, below)) {
          const { status, text } = await who(request, body);
          texts.push(
            `${request.split(" ")[0]} ${status} ${text.replaceAll(below, "BELOW").replaceAll(group, "GROUP")}`,
          );
        }
        return texts;
      };
      const { body } = await ask(`GET /iam/v2/groups/${other}`);
      const [, info] = body.details as readonly Record<string, unknown>[];
      assert.deepEqual(
        [info?.resourceType, info?.resourceName, info?.description],
        ["iam.platform.example/Group", other, "group not found"],
      );
      const missing = `${emulator.organization.uid}/none`;
      assert.deepEqual(await answers(ask, other, repo), await answers(emulator.call, missing, `${missing}/none`));
      // A second delete of a binding succeeds, so the delete of one that is hidden does: nothing is done.
      const deleted = await ask(`DELETE /iam/v2/roleBindings/${foreign}`);
      assert.deepEqual([deleted.status, deleted.text], [200, "{}"]);
      assert.notEqual(emulator.get(foreign), undefined);
      assert.equal(emulator.get(other)?.description, undefined);
      assert.ok(!emulator.list("registry:Repo").some(({ name }) => name === "new"));
      const patched = await ask(`PATCH /iam/v2/groups/${team}`, { description: "d" });
      assert.deepEqual(brief(patched), lacks("groups.update"));
      assert.deepEqual(brief(await ask(`POST /registry/v2/repos/${team}`, { name: "new" })), lacks("repo.create"));
      assert.deepEqual(brief(await ask("POST /iam/v2/groups", { name: "new" })), lacks("groups.create"));
    },
  );
});
