import type { JsonObject } from "../api/json";
import { items } from "../api/pages";
import { literal, path } from "../api/path";
import type { ResourceSpec } from "../spec/resource";
import type { Values } from "../spec/values";
import type { Context } from "./context";
import { assertVisible } from "./gone";
import type { Verbs } from "./verbs";

/**
 * The verbs of what can be accepted and never taken back (spec: IAM, Terms). There is no object with a uid: the
 * organisation's uid stands for it, and the list of its acceptances is what is read.
 */
export const acceptanceVerbs: Verbs = {
  async create(context, spec, inputs) {
    const { adoptUid: _, ...desired } = inputs;
    const uid = String(desired.parentUid);
    await accept(context, spec, uid, idsOf(desired));
    return { uid, outputs: await outputsOf(context, spec, uid, desired) };
  },

  async read(context, spec, uid, recorded) {
    const accepted = new Set((await acceptances(context, spec, uid)).map(({ docId }) => docId));
    const wanted = idsOf(recorded);
    // Documents that the program does not ask for are other people's business.
    const documentIds = wanted.length === 0 ? [...accepted].map(String) : wanted.filter((id) => accepted.has(id));
    if (documentIds.length === 0 && wanted.length > 0) {
      // A list of nothing is also what a proxy gives, and what a token sees that does not reach the organisation.
      await assertVisible(context, spec, uid, `GET ${spec.collection}/${uid}: none of the accepted terms is listed`);
      return undefined;
    }
    const inputs = { parentUid: uid, documentIds };
    return { outputs: await outputsOf(context, spec, uid, inputs), inputs };
  },

  async update(context, spec, uid, recorded, desired) {
    const before = new Set(idsOf(recorded));
    await accept(
      context,
      spec,
      uid,
      idsOf(desired).filter((id) => !before.has(id)),
    );
    return outputsOf(context, spec, uid, desired);
  },

  async remove(context, _spec, uid, recorded) {
    context.tell(
      `The terms of ${idsOf(recorded).length} documents stay accepted for ${uid}: an acceptance cannot be withdrawn`,
    );
  },
};

const idsOf = (values: Values): string[] => (Array.isArray(values.documentIds) ? values.documentIds.map(String) : []);

/** Accepting twice is accepting once, so that the request may be repeated. */
async function accept(
  context: Context,
  spec: ResourceSpec,
  uid: string,
  documentIds: readonly string[],
): Promise<void> {
  if (documentIds.length === 0) return;
  await context.client.call({ method: "POST", path: path`${literal(spec.collection)}/${uid}`, body: { documentIds } });
}

async function acceptances(context: Context, spec: ResourceSpec, uid: string): Promise<JsonObject[]> {
  const found: JsonObject[] = [];
  const list = items(context.client, {
    collection: path`${literal(spec.collection)}/${uid}`,
    key: "termsAcceptances",
    keyOf: ({ docId }) => docId,
  });
  for await (const item of list) found.push(item);
  return found;
}

async function outputsOf(context: Context, spec: ResourceSpec, uid: string, inputs: Values): Promise<Values> {
  const wanted = new Set(idsOf(inputs));
  const own = (await acceptances(context, spec, uid)).filter(({ docId }) => wanted.has(String(docId)));
  const acceptancesOfOwn = own
    .map(({ docId, acceptedBy, createTime }) => ({ docId, acceptedBy, createTime }))
    .sort((a, b) => (String(a.docId) < String(b.docId) ? -1 : 1));
  return { ...inputs, acceptances: acceptancesOfOwn };
}
