import assert from "node:assert/strict";
import { InvalidArgumentError, NotFoundError, PreconditionError } from "../../../src/client/api/errors";
import { collect, items } from "../../../src/client/api/pages";
import { createBody, observe } from "../../../src/core/state/wire";
import { resources } from "../../../src/description/resources";
import { keyFields, parentField, pluralOf, type ResourceSpec } from "../../../src/description/spec/resource";
import type { JsonObject } from "../../../src/description/wire/json";
import { literal, path } from "../../../src/description/wire/path";
import { maximalInputs, minimalInputs } from "../../support/samples";
import { type Subject, type Target, targets } from "./contract";

for (const { title, open } of targets)
  describe(`the API of ${title}`, () => {
    let target: Target;
    let subject: Subject;
    before(async () => {
      target = await open();
    });
    after(() => target?.close());
    beforeEach(async () => {
      subject = await target.start();
    });
    afterEach(() => subject?.close());

    const own = (spec: ResourceSpec, uid: unknown) => path`${literal(spec.collection)}/${String(uid)}`;
    /** Where a resource of a kind is made: the group of the tests, or an object of the kind that it lives in. */
    const homeOf = (spec: ResourceSpec): string => {
      const type = parentField(spec)?.[1].type;
      const kind = type?.kind === "string" ? type.refersTo : undefined;
      return kind === "iam:Group" ? subject.group : (subject.world.uids[kind ?? ""]?.[0] ?? "");
    };
    const scopeOf = (spec: ResourceSpec): [string, string] => {
      if (spec.peculiar?.rootOf !== undefined) return ["uidp.in_root", "true"];
      return [spec.uidIsParents ? "uidp.ids" : "uidp.children_of", homeOf(spec)];
    };
    /** Values that both the create and a get return. */
    const comparable = (spec: ResourceSpec, answer: JsonObject) =>
      Object.fromEntries(
        Object.entries(observe(spec.fields, answer)).filter(([name]) => {
          const { returned } = spec.fields[name]?.options ?? {};
          return returned !== "once" && returned !== "get";
        }),
      );
    const post = (spec: ResourceSpec, body: JsonObject, parent = homeOf(spec)) => {
      const collection = literal(spec.collection);
      return subject.client.create(
        spec.peculiar?.rootOf === undefined ? path`${collection}/${parent}` : collection,
        body,
      );
    };
    const list = (spec: ResourceSpec, query: [string, string][], pageSize?: number) =>
      collect(
        items(subject.client, {
          collection: literal(spec.collection),
          key: pluralOf(spec),
          query,
          ...(pageSize === undefined ? {} : { pageSize }),
        }),
      );

    for (const spec of Object.values(resources).filter(({ lifecycle }) => lifecycle === undefined)) {
      it(`creates, gets, lists and deletes ${spec.type}`, async () => {
        const body = createBody(spec, maximalInputs(subject.world, spec));
        const created = await post(spec, body);
        const { uid } = created;
        const home = spec.peculiar?.rootOf === undefined ? `${homeOf(spec)}/` : "";
        const expected = spec.uidIsParents ? homeOf(spec) : `${home}[^/]+`;
        assert.match(String(uid), new RegExp(`^${expected}$`), "the uid is the parent's, mostly with one id more");
        const got = await subject.client.get(own(spec, uid));
        assert.deepEqual(comparable(spec, got), comparable(spec, created));
        // Only of the roots there are others.
        const named = spec.peculiar?.rootOf === undefined ? [] : [["name", String(created.name)] as [string, string]];
        const listed = await list(spec, [scopeOf(spec), ...named]);
        const found = listed.map((item) => item.uid);
        assert.deepEqual(found, [uid]);
        await subject.client.delete(own(spec, uid));
        await assert.rejects(
          subject.client.get(own(spec, uid)),
          (error) => error instanceof NotFoundError && error.resource !== undefined,
        );
        assert.deepEqual(await list(spec, [scopeOf(spec), ...named]), []);
      });

      it(`answers a second delete of ${spec.type} as the contract says`, async () => {
        const { uid } = await post(spec, createBody(spec, minimalInputs(subject.world, spec)));
        await subject.client.delete(own(spec, uid));
        const again = subject.client.delete(own(spec, uid));
        if (spec.idempotentDelete) await again;
        else await assert.rejects(again, NotFoundError);
      });

      const filters = keyFields(spec).filter(([, { options }]) => options.filter !== undefined);
      if (filters.length > 0)
        it(`finds ${spec.type} by the filters of its key, and no other objects`, async () => {
          const inputs = minimalInputs(subject.world, spec);
          const { uid } = await post(spec, createBody(spec, inputs));
          const query = (change: string): [string, string][] =>
            filters.map(([name, { options }]) => [options.filter ?? name, `${inputs[name]}${change}`]);
          const scope = scopeOf(spec);
          const found = (await list(spec, [scope, ...query("")])).map((item) => item.uid);
          assert.deepEqual(found, [uid]);
          assert.deepEqual(await list(spec, [scope, ...query("-other")]), []);
        });

      if (spec.update !== "patch")
        it(`supports no PATCH for ${spec.type}`, async () => {
          const { uid } = await post(spec, createBody(spec, minimalInputs(subject.world, spec)));
          await assert.rejects(subject.client.update(own(spec, uid), {}, ["name"]), { code: "UNIMPLEMENTED" });
        });
    }

    const { "iam:Group": group, "iam:Identity": identity, "registry:Repo": repo } = resources;
    assert.ok(group && identity && repo);

    it("refuses to delete a group that is not empty, with a PreconditionFailure", async () => {
      const team = await post(group, { name: "team" });
      const child = await post(repo, { name: "web" }, String(team.uid));
      await assert.rejects(
        subject.client.delete(own(group, team.uid)),
        (error) => error instanceof PreconditionError && error.violations[0]?.type === "RESOURCE_NOT_EMPTY",
      );
      await subject.client.delete(own(repo, child.uid));
      await subject.client.delete(own(group, team.uid));
    });

    it("changes only what the mask names, and clears what the mask names and the body lacks", async () => {
      const { uid } = await post(repo, { name: "web", description: "d", bundles: ["base"] });
      const described = await subject.client.update(own(repo, uid), { description: "e", name: "ignored" }, [
        "description",
      ]);
      assert.deepEqual([described.name, described.description], ["web", "e"]);
      const cleared = await subject.client.update(own(repo, uid), {}, ["bundles"]);
      assert.deepEqual(cleared.bundles ?? [], []);
    });

    it("clears the former member of a oneof when another is set", async () => {
      const { uid } = await post(identity, {
        name: "bot",
        claimMatch: { issuer: "https://i.example.com", subject: "s" },
      });
      const changed = await subject.client.update(own(identity, uid), { claimMatch: { subjectPattern: "p" } }, [
        "claimMatch.subjectPattern",
      ]);
      const { issuer, subject: exact, subjectPattern } = changed.claimMatch as JsonObject;
      assert.deepEqual([issuer, exact ?? "", subjectPattern], ["https://i.example.com", "", "p"]);
    });

    it("names the field that fails validation", async () => {
      await assert.rejects(
        post(identity, {}),
        (error) =>
          error instanceof InvalidArgumentError &&
          error.violations[0]?.field === "name" &&
          /^\[INVALID_ARGUMENT\] .*Invalid argument: name: /.test(error.message),
      );
    });

    it("returns each item once in its pages, with page tokens that need escaping", async () => {
      const names = Array.from({ length: 7 }, (_, i) => `repo-${i}`);
      const uids = [];
      for (const name of names) uids.push((await post(repo, { name })).uid);
      const listed = await list(repo, [["uidp.children_of", subject.group]], 3);
      assert.deepEqual(listed.map((item) => item.uid).sort(), uids.sort());
    });

    it("answers an unknown path like a missing resource, but without naming one", async () => {
      await assert.rejects(
        subject.client.get(literal("/iam/v2/nothing")),
        (error) => error instanceof NotFoundError && error.resource === undefined,
      );
    });
  });
