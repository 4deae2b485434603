import { items } from "../../../client/api/pages";
import { readAnswer } from "../../../client/replies/answer";
import { acceptTerms, listTermsAcceptances } from "../../../description/operations/terms";
import type { Values } from "../../../description/spec/values";
import { pathOf, requestOf } from "../../../description/wire/request";
import type { RemoteObject, Verbs } from "../../remote-object";
import { assertGroupVisible } from "../../safety/gone";

/** The verbs of terms, which nobody can withdraw (platform API: IAM-22). The resource has the uid of the organization. */
export const acceptanceVerbs: Verbs = {
  async create(kind, inputs) {
    const { adoptUid: _, ...desired } = inputs;
    const object = kind.at(String(desired.parentUid));
    await accept(object, idsOf(desired));
    return { uid: object.uid, outputs: await outputsOf(object, desired) };
  },

  async read(object, recorded) {
    const accepted = new Set((await acceptances(object)).map(({ docId }) => docId));
    const wanted = idsOf(recorded);
    // The program does not manage other documents.
    const documentIds = wanted.length === 0 ? [...accepted].map(String) : wanted.filter((id) => accepted.has(id));
    if (documentIds.length === 0 && (wanted.length > 0 || Object.keys(recorded).length === 0)) {
      // A proxy also returns an empty list, and so does a token that does not see the organization.
      await assertGroupVisible(object, `GET ${object.path}: no accepted terms are listed`);
      return undefined;
    }
    const inputs = { parentUid: object.uid, documentIds };
    return { outputs: await outputsOf(object, inputs), inputs };
  },

  async update(object, recorded, desired) {
    const before = new Set(idsOf(recorded));
    const added = idsOf(desired).filter((id) => !before.has(id));
    await accept(object, added);
    return outputsOf(object, desired);
  },

  async delete({ context, uid }, recorded) {
    context.print(
      `The terms of ${idsOf(recorded).length} documents stay accepted for ${uid}, because an acceptance cannot be withdrawn`,
    );
  },
};

const idsOf = (values: Values): string[] => (Array.isArray(values.documentIds) ? values.documentIds.map(String) : []);

/** Accepts documents. Accepting one twice does no harm, so the request may be repeated. */
async function accept({ context, uid }: RemoteObject, documentIds: readonly string[]): Promise<void> {
  if (documentIds.length === 0) return;
  await context.client.call(requestOf(acceptTerms, { group: uid, documentIds }));
}

async function acceptances({ context, uid }: RemoteObject): Promise<Values[]> {
  const { answer, returns, pages } = listTermsAcceptances;
  const { fields } = answer[returns].type.of;
  const keyOf = (item: Values) => item[pages.keyedBy];
  const found: Values[] = [];
  const collection = pathOf(listTermsAcceptances, { group: uid });
  const list = items(context.client, { collection, key: returns, keyOf });
  for await (const item of list) found.push(readAnswer(fields, item));
  return found;
}

async function outputsOf(object: RemoteObject, inputs: Values): Promise<Values> {
  const wanted = new Set(idsOf(inputs));
  const listed = (await acceptances(object))
    .filter(({ docId }) => wanted.has(String(docId)))
    .map(({ docId, acceptedBy, createTime }) => ({ docId, acceptedBy, createTime }))
    .sort((a, b) => (String(a.docId) < String(b.docId) ? -1 : 1));
  return { ...inputs, acceptances: listed };
}
