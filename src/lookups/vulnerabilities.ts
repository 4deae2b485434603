import type { Client } from "../api/client";
import { InvalidArgumentError, PlatformError } from "../api/errors";
import { listResolvedVulnerabilities } from "../operations/vulnerabilities";
import type { ArgsOf } from "./arguments";
import { ask } from "./ask";
import type { ResolvedVulnerabilitiesResult } from "./results";

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
