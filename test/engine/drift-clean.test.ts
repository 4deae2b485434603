import assert from "node:assert/strict";
import { call } from "../support/command";
import { describeEngine } from "../support/describe-engine";
import { type Declared, succeeded } from "../support/engine";

const servicePrincipal = "SERVICE_PRINCIPAL_SKILLS";
const digest = `sha256:${"a".repeat(64)}`;

describeEngine(
  "drift, on a clean stack of 300 objects in several groups",
  (engine) => {
    it("finds nothing, with few requests", async () => {
      const { emulator, stack, root, workspace } = engine;
      const area = String(emulator.put("iam:Group", root, { name: "area" }).uid);
      const numbers = Array.from({ length: 10 }, (_, i) => i);
      const inTeam = (i: number): Declared[] => {
        const parentUid = `\${team-${i}}`;
        const many = (count: number, make: (n: number) => Declared) => Array.from({ length: count }, (_, n) => make(n));
        return [
          { name: `team-${i}`, class: "Group", args: { parentUid: area, name: `team-${i}` } },
          ...many(9, (n) => ({
            name: `identity-${i}-${n}`,
            class: "Identity",
            args: { parentUid, name: `identity-${n}`, servicePrincipal },
          })),
          ...many(4, (n) => ({
            name: `role-${i}-${n}`,
            class: "Role",
            args: { parentUid, name: `role-${n}`, capabilities: ["CAP_REPO_LIST"] },
          })),
          ...many(9, (n) => ({
            name: `binding-${i}-${n}`,
            class: "RoleBinding",
            args: { parentUid, identityUid: `\${identity-${i}-${n}}`, roleUid: `\${role-${i}-${n % 4}}` },
          })),
          ...many(3, (n) => ({ name: `repo-${i}-${n}`, class: "Repo", args: { parentUid, name: `repo-${n}` } })),
          ...many(3, (n) => ({
            name: `tag-${i}-${n}`,
            class: "Tag",
            args: { parentUid: `\${repo-${i}-${n}}`, name: "v1", digest },
          })),
          { name: `hook-${i}`, class: "Subscription", args: { parentUid, sink: "https://sink.example.com/hook" } },
        ];
      };
      const declared = numbers.flatMap(inTeam);
      assert.equal(declared.length, 300);
      engine.declare(declared);
      succeeded(await stack.up("--parallel", "64"));
      const requestsOf = async (...words: string[]) => {
        emulator.clearRequests();
        const { code, stdout, stderr } = await call(
          ["drift", "--cwd", workspace.directory, ...words, "-o", "json"],
          stack,
        );
        const { counts } = JSON.parse(stdout);
        const clean = {
          resources: 300,
          changed: 0,
          deleted: 0,
          unmanaged: 0,
          grants: 0,
          ignoredChanges: 0,
          explained: 0,
          ignored: 0,
        };
        assert.deepEqual([code, stderr, counts], [0, "", clean]);
        return emulator.requests.map(({ method, path, query }) => `${method} ${path}?${query}`);
      };
      const compared = await requestsOf();
      assert.ok(compared.length <= 20, `${compared.length} requests\n${compared.join("\n")}`);
      // In addition: a list for each kind, the group and its association. The role bindings of the caller and their role are read
      // before and after the rest.
      const searched = await requestsOf("--unmanaged");
      assert.ok(searched.length <= 20 + 13 + 2 * 2, `${searched.length} requests\n${searched.join("\n")}`);
    });
  },
  { writesOnce: true },
);
