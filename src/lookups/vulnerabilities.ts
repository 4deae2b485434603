import type { Client } from "../api/client";
import { InvalidArgumentError, PlatformError } from "../api/errors";
import { listResolvedVulnerabilities } from "../operations/vulnerabilities";
import type { ArgsOf } from "./arguments";
import { ask } from "./ask";
import type { ResolvedVulnerabilitiesResult } from "./results";

/** Which images to report on, and for which time. */
export type GetResolvedVulnerabilitiesArgs = ArgsOf<typeof listResolvedVulnerabilities>;

const askResolved = ask(listResolvedVulnerabilities);

/**
 * The vulnerabilities that images got rid of, by day. Throws PlatformError where the REST gateway cannot read the
 * images from a query, which the present one cannot (platform API: ADV-4).
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
      "getResolvedVulnerabilities: the REST gateway of the platform cannot read imageRefs, which the question needs, " +
        `from a query, so that it cannot be asked over REST (${error.message})`,
      { cause: error },
    );
  }
}
