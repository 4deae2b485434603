import assert from "node:assert/strict";
import { type Context, forOperation } from "../../../src/core/context";
import { IncompleteError } from "../../../src/core/errors";
import { Handle, Kind } from "../../../src/core/handle";
import { retryUntilVisible } from "../../../src/core/safety/retry-until-visible";
import { create } from "../../../src/core/verbs/create";
import { deleteObject } from "../../../src/core/verbs/delete";
import { read } from "../../../src/core/verbs/read";
import { update } from "../../../src/core/verbs/update";
import { group } from "../../../src/resources/group";
import { groupInvite } from "../../../src/resources/group-invite";
import { resources } from "../../../src/resources/index";
import { repo } from "../../../src/resources/repo";
import { createContext } from "../../support/context";
import { listed, missingResource, object, refusal, unknownPath } from "../../support/lifecycle";
import { scriptedClient } from "../../support/scripted";
import { run, slowPlatform, type Timed } from "../../support/slow-platform";

const limit =
  "timed out: an operation may take 120 s in total (to allow more, set platform:operationTimeout or PLATFORM_OPERATION_TIMEOUT)";
const none = listed("groups");
const team = { parentUid: "org", name: "team", description: "d" };
const made = { uid: "org/a", name: "team", description: "d" };
const never = 1e6;
const post = "POST /iam/v2/groups/org";
const makeTeam = (context: Context) => create(new Kind(context, group), team);
const again =
  "\n- Run the same command again. It searches for the object before it creates one, and shows what it finds.";

describe("the time limit of an operation", () => {
  it("covers all calls of a verb together", async () => {
    const { message, lines, seconds } = await run(
      [
        [50, unknownPath],
        [50, none],
        [never, none],
      ],
      (context) => read(new Handle(context, group, "org/a"), team),
    );
    assert.match(message, /no group above it is visible either/);
    assert.deepEqual(lines.at(-1), "GET /iam/v2/groups/org");
    assert.equal(seconds, 120);
  });

  it("covers all attempts of a call", async () => {
    const busy = refusal("UNAVAILABLE");
    const { message, seconds } = await run(
      [
        [50, busy],
        [50, busy],
        [never, busy],
      ],
      (context) => read(new Handle(context, group, "org/a"), team),
    );
    const why =
      "after 3 attempts; the next attempt, in 0 s, would exceed the time limit: an operation may take 120 s in total";
    assert.ok(message.startsWith(`GET /iam/v2/groups/org/a: no response within 20 s (${why}`), message);
    assert.equal(seconds, 120);
  });

  it("causes an error that nothing was created when it ends before the create is sent", async () => {
    const { message, lines } = await run([[120, none]], makeTeam);
    assert.equal(message, `${post}: not sent: ${limit}`);
    assert.equal(lines.length, 1);
  });

  it("causes an error that says what may exist when it ends during the create", async () => {
    for (const [answers, lost, why] of [
      [
        [
          [1, none],
          [never, object(made)],
        ],
        `${post}: no response within 119 s`,
        "no time was left to look for it",
      ],
      [
        [
          [1, none],
          [118.9, refusal("UNAVAILABLE", "down")],
        ],
        `[UNAVAILABLE] ${post}: "down"`,
        "no time was left to look for it",
      ],
      [
        [
          [1, none],
          [110, refusal("UNAVAILABLE", "down")],
          [never, none],
        ],
        `[UNAVAILABLE] ${post}: "down"`,
        `looking for it failed too: GET /iam/v2/groups: no response within 8.5 s (the next attempt, in 0 s, would exceed the time limit: an operation may take 120 s in total (to allow more, set platform:operationTimeout or PLATFORM_OPERATION_TIMEOUT))`,
      ],
      [
        [
          [1, none],
          [110, refusal("UNAVAILABLE", "down")],
          [1, none],
          [1, none],
          [3.5, none],
        ],
        `[UNAVAILABLE] ${post}: "down"`,
        "no time was left to try again",
      ],
    ] as readonly (readonly [Timed[], string, string])[]) {
      const { message } = await run(answers, makeTeam);
      assert.equal(
        message,
        `${lost}. The response to the create was lost, so a Group with this name may exist under org (${why}).${again}`,
      );
    }
  });

  it("is the only limit for a create that waits for a platform under deployment (row 123)", async () => {
    const down: Timed[] = Array.from(
      { length: 60 },
      () =>
        [
          [0.1, refusal("UNAVAILABLE", "down")],
          [0.1, none],
          [0.1, none],
          [0.1, none],
        ] as const,
    ).flat() as Timed[];
    const { context, left, seconds, lines } = slowPlatform([[1, none], ...down]);
    await assert.rejects(makeTeam(forOperation(context)), /may exist under org \(no time was left to (look|try)/);
    assert.ok(seconds() > 110 && seconds() <= 120 && left.length > 0, `${seconds()} s`);
    assert.ok(lines().filter((line) => line === post).length > 20);
  });

  it("causes an error that names the invite without its code when it ends before another is created", async () => {
    const invite = { parentUid: "org", roleUid: "role", ttl: "3600s" };
    const stored = { uid: "org/i", roleUid: "role", ttl: "3600s" };
    const { message, printed } = await run(
      [
        [1, listed("groupInvites")],
        [100, refusal("UNAVAILABLE", "down")],
        [18.5, listed("groupInvites", stored)],
      ],
      (context) => create(new Kind(context, groupInvite), invite),
    );
    assert.match(message, /may exist under org \(creating it again failed: POST \S+: not sent: timed out/);
    assert.match(printed.join(), /warning: .* GroupInvite org\/i/);
  });

  it("leaves an object that is recorded as incomplete when it ends after the uid is known", async () => {
    const app = { parentUid: "org", name: "app", readme: "# app\n" };
    const { result, message } = await run(
      [
        [1, listed("repos")],
        [119, object({ uid: "org/r", name: "app" })],
      ],
      (context) => create(new Kind(context, repo), app),
    );
    assert.ok(result instanceof IncompleteError, message);
    assert.equal(result.id, "org/r");
    assert.deepEqual(result.properties, { parentUid: "org", name: "app" });
    assert.match(
      message,
      /^Repo org\/r was created, but is not complete: PATCH \S+\/org\/r\/readme: not sent: timed out/,
    );
  });

  it("leaves finished calls recorded when it ends between two calls of an update", async () => {
    const recorded = { parentUid: "org", name: "app", description: "old", readme: "# old\n" };
    const desired = { ...recorded, description: "new", readme: "# new\n" };
    const { result, message } = await run(
      [[120, object({ uid: "org/r", name: "app", description: "new" })]],
      (context) => update(new Handle(context, repo, "org/r"), recorded, desired),
    );
    assert.ok(result instanceof IncompleteError, message);
    assert.deepEqual([result.properties.description, result.properties.readme], ["new", "# old\n"]);
  });

  it("is not used up by waiting for a new object", async () => {
    const { result, seconds } = await run(
      [
        [118, missingResource("org/a")],
        [0, missingResource("org/a")],
        [0, missingResource("org/a")],
      ],
      (context) => {
        context.journal.noteCreate({ spec: group, uid: "org/a" }, { name: "a" }, {});
        return retryUntilVisible(context, { uid: "org/a", isParent: false }, () =>
          new Handle(context, group, "org/a").fetch(),
        );
      },
    );
    assert.match(String(result), /^NotFoundError/);
    assert.equal(seconds, 119.5);
  });

  it("covers a delete with all its waits for other deletes (row 95)", async () => {
    const blocked = refusal("FAILED_PRECONDITION", "not empty", [
      {
        kind: "PreconditionFailure",
        violations: [{ type: "RESOURCE_NOT_EMPTY", subject: "", description: "has groups" }],
      },
    ]);
    const { client } = scriptedClient([object({ uid: "org" }), ...Array(30).fill(blocked)], {
      operationTimeoutMs: 400,
      clock: Date.now,
    });
    const context = createContext(client, resources);
    const never = context.deletions.run("org/a/inner", {}, () => new Promise(() => undefined));
    await assert.rejects(
      deleteObject(new Handle(forOperation(context), group, "org/a"), team),
      /RESOURCE_NOT_EMPTY: "has groups"/,
    );
    assert.ok(
      await Promise.race([never.then(() => false), Promise.resolve(true)]),
      "the other delete is still under way",
    );
  });
});
