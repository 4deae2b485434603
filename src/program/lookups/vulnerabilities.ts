import type { Client } from "../../client/api/client";
import { InvalidArgumentError, PlatformError, ProtocolError } from "../../client/api/errors";
import { listResolvedVulnerabilities, listVulnerabilityCounts } from "../../description/operations/vulnerabilities";
import { requestOf } from "../../description/wire/request";
import type { ResolvedVulnerabilitiesResult, VulnerabilityCountsResult } from "../generated/results";
import { type ArgsOf, argumentsOf, checkQuestion } from "./arguments";
import { ask, resultIn } from "./ask";

/** Images and days of the reports. */
export type GetResolvedVulnerabilitiesArgs = ArgsOf<typeof listResolvedVulnerabilities>;

const askResolved = ask(listResolvedVulnerabilities);

/**
 * Lists by day the vulnerabilities that images no longer have. Throws PlatformError if the platform's REST gateway cannot
 * read the images from a query, which is the case today (platform API: ADV-4).
 */
export async function getResolvedVulnerabilities(
  client: Client,
  args: GetResolvedVulnerabilitiesArgs,
): Promise<ResolvedVulnerabilitiesResult[]> {
  try {
    return await askResolved(client, args);
  } catch (error) {
    if (!(error instanceof InvalidArgumentError) || !/image_?refs/i.test(error.message)) throw error;
    throw new PlatformError(
      "getResolvedVulnerabilities does not work over REST, because the REST gateway of the platform cannot read " +
        `imageRefs from a query (${error.message})`,
      { cause: error },
    );
  }
}

/** Images and days of the counts. */
export type GetVulnerabilityCountsArgs = ArgsOf<typeof listVulnerabilityCounts>;

/**
 * Lists how many vulnerabilities images had, in one report for each image, tag and day (platform API: ADV-7). Throws ArgumentError before
 * any request, ProtocolError for a size that is too large for a number, and the errors of the client.
 */
export async function getVulnerabilityCounts(
  client: Client,
  args: GetVulnerabilityCountsArgs,
): Promise<VulnerabilityCountsResult[]> {
  const operation = listVulnerabilityCounts;
  const [name] = operation.functions;
  checkQuestion({ name, method: operation.method, arguments: argumentsOf(operation) }, args);
  const { body, ...asked } = requestOf(operation, { ...args });
  const found: VulnerabilityCountsResult[] = [];
  const tokens = new Set<unknown>();
  for (let pageToken: unknown; pageToken !== ""; ) {
    const answer = await client.call({
      ...asked,
      body: pageToken === undefined ? { ...body } : { ...body, pageToken },
    });
    // The declaration says that the result is this list.
    found.push(...(resultIn(operation, answer) as VulnerabilityCountsResult[]));
    pageToken = answer.nextPageToken ?? "";
    if (tokens.has(pageToken))
      throw new ProtocolError(`${name}: the platform returned the same page token twice`, false);
    tokens.add(pageToken);
  }
  return found;
}
