import assert from "node:assert/strict";
import fc from "fast-check";
import { RE2JS } from "re2js";
import {
  bitbucketSubjectPattern,
  buildkiteSubject,
  buildkiteSubjectPattern,
  circleciSubjectPattern,
  githubActionsSubject,
  githubActionsSubjectPattern,
  gitlabSubject,
  gitlabSubjectPattern,
  subjectsPattern,
} from "../../../src/program/components/subjects";

const _owner = "acme";
const _ids = { owner: "11", repo: 22 };
const uuid = "01234567-89ab-cdef-0123-456789abcdef";

describe("a pattern of subjects", () => {
  /** Names and refs of everything that may stand in them, characters of patterns above all. */
  const text = (characters: string) => fc.string({ unit: fc.constantFrom(...characters), minLength: 1, maxLength: 8 });
  const name = text("ab.-_");
  const ref = text("ab.+()|]{}$/-@").map((end) => `refs/heads/${end}`);
  const id = fc.nat();
  const github = fc.record({ owner: name, repo: name, ids: fc.record({ owner: id, repo: id }), ref });
  // The platform may also match a part.
  const matches = (pattern: string, subject: string) => RE2JS.compile(pattern).matcher(subject).find();
  const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

  it("matches the subjects that it was made of and no others, whatever is in their names (row 245)", () => {
    fc.assert(
      fc.property(github, github, (mine, other) => {
        const pattern = githubActionsSubjectPattern(mine);
        const forms = (one: typeof mine) => [
          githubActionsSubject(one),
          githubActionsSubject({ ...one, withoutIds: true }),
        ];
        const [withIds = "", withoutIds = ""] = forms(mine);
        for (const subject of [withIds, withoutIds]) {
          assert.ok(matches(pattern, subject));
          for (const longer of [`x${subject}`, `${subject}x`, `${subject}\nx`, `x\n${subject}`])
            assert.ok(!matches(pattern, longer));
        }
        for (const subject of forms(other))
          assert.equal(matches(pattern, subject), [withIds, withoutIds].includes(subject));
      }),
    );
    const build = fc.record({ organization: name, pipeline: name, ref });
    fc.assert(
      fc.property(build, build, text("ab:.-"), (mine, other, step) => {
        const subject = buildkiteSubject({ ...other, commit: "0".repeat(40), step });
        assert.equal(matches(buildkiteSubjectPattern(mine), subject), same(mine, other));
        assert.ok(matches(buildkiteSubjectPattern(other), subject));
        assert.ok(!matches(buildkiteSubjectPattern(other), `x${subject}`));
      }),
    );
    const project = fc.record({
      projectPath: fc.tuple(name, name).map((names) => names.join("/")),
      refType: fc.constantFrom("branch" as const, "tag" as const),
    });
    fc.assert(
      fc.property(project, project, text("ab.+()|]{}$/-@"), (mine, other, end) => {
        const subject = gitlabSubject({ ...other, ref: end });
        assert.equal(matches(gitlabSubjectPattern(mine), subject), same(mine, other));
        assert.ok(matches(gitlabSubjectPattern(other), subject));
        assert.ok(!matches(gitlabSubjectPattern(other), `${subject}:x`));
      }),
    );
    const some = fc.array(
      fc.string({ minLength: 1, maxLength: 20 }).filter((one) => !/\p{Cc}/u.test(one)),
      { minLength: 1 },
    );
    fc.assert(
      fc.property(some, fc.string(), (subjects, other) => {
        const pattern = subjectsPattern(...subjects);
        for (const subject of subjects) assert.ok(matches(pattern, subject));
        assert.equal(matches(pattern, other), subjects.includes(other));
      }),
    );
  });

  it("of ids alone matches no other id (row 245)", () => {
    const other = uuid.replace("0", "1");
    for (const [pattern, own, others] of [
      [
        bitbucketSubjectPattern({ repositoryUuid: uuid }),
        `{${uuid}}:{${other}}`,
        [`{${other}}:{${uuid}}`, `{${uuid}}:`, `${uuid}:x`],
      ],
      [
        circleciSubjectPattern({ organizationId: uuid }),
        `org/${uuid}/project/p/user/u`,
        [`org/${other}/project/p`, `x/org/${uuid}/project/p`],
      ],
      [
        circleciSubjectPattern({ organizationId: uuid, projectId: uuid }),
        `org/${uuid}/project/${uuid}/user/u`,
        [`org/${uuid}/project/${other}/user/u`, `org/${uuid}/project/${uuid}x/user/u`],
      ],
    ] as const) {
      assert.ok(matches(pattern, own), own);
      for (const subject of others) assert.ok(!matches(pattern, subject), subject);
    }
  });
});
