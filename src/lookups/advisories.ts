import type { Client, Query } from "../api/client";
import { collect, items } from "../api/pages";
import { literal, path } from "../api/path";
import { advisoryFields } from "../resources/advisory";
import { integer, list, type MessageOf, optional, required, string, uid } from "../spec/types";
import { answerOf, checkArguments } from "./answers";

const collection = literal("/vulnerabilities/v2/advisories");

/** A vulnerability advisory about one component of one artifact. */
export type AdvisoryResult = MessageOf<typeof advisoryFields>;

const filters = {
  /** Names of artifacts; an advisory about any of them matches. */
  artifactNames: optional(list(string())),
  /** Advisory identifiers; any of them matches. */
  advisoryIds: optional(list(string())),
  /** uid of a group: advisories of everything below it. */
  descendantsOf: optional(uid("iam:Group")),
  /** Field to sort by, with ` desc` behind it for the reverse: `advisory_id`, `created_at desc`. */
  orderBy: optional(string(/^[a-z_]+( (asc|desc))?$/)),
  /** The most advisories to return. */
  limit: optional(integer),
} as const;

/** Which advisories to list. */
export type GetAdvisoriesArgs = MessageOf<typeof filters>;

/** The advisories that match. Throws ArgumentError and the errors of the client. */
export async function getAdvisories(client: Client, args: GetAdvisoriesArgs = {}): Promise<AdvisoryResult[]> {
  checkArguments("getAdvisories", filters, args);
  const repeated = (key: string, values: readonly string[] = []) => values.map((value) => [key, value] as const);
  const query: Query = [
    ...repeated("artifactNames", args.artifactNames),
    ...repeated("advisoryIds", args.advisoryIds),
    ...repeated("uidp.descendants_of", args.descendantsOf === undefined ? [] : [args.descendantsOf]),
    ...repeated("order_by", args.orderBy === undefined ? [] : [args.orderBy]),
  ];
  const pageSize = args.limit === undefined ? undefined : Math.max(1, Math.min(200, args.limit));
  const found = await collect(items(client, collection, "advisories", query, pageSize), args.limit);
  return found.map((item) => answerOf(advisoryFields, item));
}

const one = {
  /** uid of the advisory. */
  uid: required(uid()),
} as const;

/** Which advisory to fetch. */
export type GetAdvisoryArgs = MessageOf<typeof one>;

/** One advisory. Throws NotFoundError, ArgumentError and the other errors of the client. */
export async function getAdvisory(client: Client, args: GetAdvisoryArgs): Promise<AdvisoryResult> {
  checkArguments("getAdvisory", one, args);
  return answerOf(advisoryFields, await client.get(path`${collection}/${args.uid}`));
}
