import assert from "node:assert/strict";
import { Client } from "../../src/api/client";
import { fixedToken } from "../../src/api/credentials/token";
import { createTransport, type HttpReply, type HttpRequest } from "../../src/api/transport";
import { forOperation } from "../../src/core/context";
import { Kind } from "../../src/core/handle";
import { BatchCreates } from "../../src/core/verbs/batch-creates";
import { verbsOf } from "../../src/core/verbs/verbs-of";
import { type Emulator, startEmulator } from "../../src/emulator";
import { resources } from "../../src/resources";
import { group } from "../../src/resources/group";
import { roleBinding } from "../../src/resources/role-binding";
import { createContext } from "../support/context";

const BATCH = "/iam/v2/roleBindings:batchCreate";

/** A layer between the client and the emulator. It may change or replace each response. */
type Between = (request: HttpRequest, send: () => Promise<HttpReply>) => Promise<HttpReply>;

/** Creates that wait for each other after their looks, so many at a time: those of a wave come in the same turn. */
class InWaves extends BatchCreates {
  #held: (() => void)[] = [];

  constructor(private readonly sizes: number[]) {
    super();
  }

  override async create(...args: Parameters<BatchCreates["create"]>) {
    const [size] = this.sizes;
    if (size !== undefined) {
      await new Promise<void>((resolve) => {
        if (this.#held.push(resolve) < size) return;
        for (const release of this.#held.splice(0)) release();
        this.sizes.shift();
      });
    }
    return super.create(...args);
  }
}

describe("role bindings that are created together (row 129)", () => {
  let emulator: Emulator;
  let org: string;
  let viewer: string;
  before(async () => {
    emulator = await startEmulator();
    org = emulator.organization.uid;
    viewer = String(emulator.list("iam:Role").find(({ name }) => name === "viewer")?.uid);
  });
  after(() => emulator.close());

  /** A run with some identities that are to get a role in a group of their own. */
  const scene = (count: number, waves: number[] = [], between: Between = (_, send) => send()) => {
    const parentUid = String(emulator.put("iam:Group", org, { name: `group ${Math.random()}` }).uid);
    const identities = Array.from({ length: count }, (_, i) =>
      String(emulator.put("iam:Identity", org, { name: `bot ${i}`, servicePrincipal: "SERVICE_PRINCIPAL_SKILLS" }).uid),
    );
    const transport = createTransport(new URL(emulator.url));
    const printed: string[] = [];
    const client = new Client({
      transport: (request) => between(request, () => transport(request)),
      tokens: fixedToken(emulator.token, "test"),
      userAgent: "test",
    });
    const context = {
      ...createContext(client, resources, { sleep: async () => undefined, print: (text) => printed.push(text) }),
      batchCreates: new InWaves(waves),
    };
    emulator.clearRequests();
    const create = (identityUid: string, roleUid = viewer) =>
      verbsOf(roleBinding)
        .create(new Kind(forOperation(context), roleBinding), { parentUid, identityUid, roleUid })
        .then(
          ({ uid }) => uid,
          (error: unknown) => String(error),
        );
    const bindings = () => emulator.list("iam:RoleBinding").filter(({ uid }) => String(uid).startsWith(parentUid));
    return {
      context,
      parentUid,
      identities,
      printed,
      create,
      /** Creates one binding for each identity, so many at once; answers uids and errors in their order. */
      createAll: async (atOnce = count) => {
        const results: string[] = [];
        const rest = identities.entries();
        const work = async () => {
          for (const [i, identity] of rest) results[i] = await create(identity);
        };
        await Promise.all(Array.from({ length: atOnce }, work));
        return results;
      },
      bindings,
      /** uids of the one binding of each identity: as they should have been recorded. */
      expected: () =>
        identities.map((identity) => {
          const [only, ...others] = bindings().filter(
            (binding) => (binding.identity as { uid: string }).uid === identity,
          );
          assert.deepEqual(others, []);
          return only?.uid;
        }),
    };
  };

  /** How many requests created bindings, together and alone. */
  const counts = () => {
    const posts = emulator.requests.filter(({ method }) => method === "POST");
    const together = posts.filter(({ path }) => path === BATCH).length;
    return { together, alone: posts.length - together };
  };

  it("are sent in requests of up to 25, when 60 are created 25 at once", async () => {
    const { createAll, expected } = scene(60, [25, 25, 10]);
    assert.deepEqual(await createAll(25), expected());
    assert.deepEqual(counts(), { together: 3, alone: 0 });
  });

  it("take fewer requests than there are bindings when eight are created at once, and a single one does not wait", async () => {
    const { createAll, create, expected, parentUid } = scene(40);
    assert.deepEqual(await createAll(8), expected());
    const { together, alone } = counts();
    assert.ok(together >= 5 && together + alone <= 24, `${together} together, ${alone} alone`);
    const identityUid = String(
      emulator.put("iam:Identity", parentUid, { name: "one", servicePrincipal: "SERVICE_PRINCIPAL_SKILLS" }).uid,
    );
    emulator.clearRequests();
    await create(identityUid);
    assert.deepEqual(counts(), { together: 0, alone: 1 });
  });

  it("fail one by one: the error of one does not block the others, and names its own input", async () => {
    const { identities, create, bindings } = scene(10, [10]);
    const results = await Promise.all(identities.map((identity, i) => create(identity, i === 3 ? "none" : viewer)));
    const [error = ""] = results.splice(3, 1);
    assert.match(
      error,
      /roleUid: no Role has this uid, or this token cannot see it\. \[NOT_FOUND\] POST \/iam\/v2\/roleBindings\/\S+: "/,
    );
    assert.deepEqual(
      results.sort(),
      bindings()
        .map(({ uid }) => uid)
        .sort(),
    );
    assert.equal(results.length, 9);
    assert.deepEqual(counts(), { together: 1, alone: 10 });
  });

  it("are created one by one from then on if the platform does not have the call", async () => {
    const fault = emulator.fault({ path: BATCH, times: 99, action: { kind: "status", code: "UNIMPLEMENTED" } });
    const { createAll, expected } = scene(30, [10]);
    assert.deepEqual(await createAll(10), expected());
    fault.remove();
    assert.deepEqual(counts(), { together: 1, alone: 30 });
  });

  for (const [when, effect] of [
    ["after", "was carried out"],
    ["before", "was not carried out"],
  ] as const) {
    it(`are looked for one by one when the response to a request that ${effect} was lost`, async () => {
      emulator.fault({ path: BATCH, when, action: { kind: "reset" } });
      const { createAll, expected, printed } = scene(10, [10]);
      assert.deepEqual(await createAll(), expected());
      assert.equal(printed.filter((text) => text.includes("so the program uses it")).length, when === "after" ? 10 : 0);
      assert.deepEqual(counts(), { together: 1, alone: when === "after" ? 0 : 10 });
    });
  }

  it("are each recorded by what they bind when the response has another order, or lacks one", async () => {
    for (const edited of [
      (bindings: unknown[]) => bindings.toReversed(),
      (bindings: unknown[]) => bindings.slice(1),
      (bindings: unknown[]) => [...bindings.slice(5), ...bindings.slice(0, 5)],
    ]) {
      const { createAll, expected } = scene(10, [10], async (request, send) => {
        const reply = await send();
        if (request.path.text !== BATCH) return reply;
        return { ...reply, text: JSON.stringify({ roleBindings: edited(JSON.parse(reply.text).roleBindings) }) };
      });
      assert.deepEqual(await createAll(), expected());
      assert.deepEqual(counts(), { together: 1, alone: 0 });
    }
  });

  it("leave another writer's binding alone, and name it if the platform refuses a second one", async () => {
    const theirs: string[] = [];
    for (const isRefused of [true, false]) {
      const { createAll, identities, parentUid, bindings } = scene(10, [10], (request, send) => {
        if (request.path.text !== BATCH) return send();
        const [identityUid] = identities;
        theirs.push(String(emulator.put("iam:RoleBinding", parentUid, { identityUid, roleUid: viewer }).uid));
        if (isRefused) emulator.fault({ path: BATCH, action: { kind: "status", code: "ALREADY_EXISTS" } });
        return send();
      });
      const [first = "", ...others] = await createAll();
      const [uid] = theirs.splice(0);
      const made = bindings().map((binding) => binding.uid);
      if (isRefused) assert.match(first, new RegExp(`AlreadyThereError: .*${uid}`));
      else assert.ok(made.includes(first) && first !== uid);
      assert.deepEqual([...others, ...(isRefused ? [] : [first]), uid].sort(), made.sort());
    }
  });

  it("are sent again together under a new group that the platform does not show yet", async () => {
    const { context, createAll, expected, parentUid } = scene(10, [10, 10, 10]);
    context.journal.noteCreate({ spec: group, uid: parentUid }, {}, {});
    emulator.fault({ method: "POST", times: 11, action: { kind: "status", code: "PERMISSION_DENIED" } });
    assert.deepEqual(await createAll(), expected());
    assert.deepEqual(counts(), { together: 2, alone: 10 });
  });
});
