import type { ArgsOf } from "../../lookups/arguments";
import type { ImageSizeResult } from "../../lookups/results";
import type * as operations from "../../operations/images";
import { answer, asOutput, type LookupOptions, type OutputForm } from "./ask";

// Loaded on first use: most programs call no lookup.
const loadOperations = () => import("../../operations/images");

/** Which image's architectures to list. */
export type GetImageArchitecturesArgs = ArgsOf<typeof operations.imageArchitectures>;
/** Which image to measure. */
export type GetImageSizeArgs = ArgsOf<typeof operations.imageSize>;

/**
 * The architectures that an image is built for. Throws NotFoundError for an unknown image. API:
 * `GET /registry/v2/repos/{repoUid}/digests/{digest}/architectures` (platform API: REG-6).
 */
export async function getImageArchitectures(
  args: GetImageArchitecturesArgs,
  opts: LookupOptions = {},
): Promise<string[]> {
  return answer({ name: "registry:getImageArchitectures", args, opts }, async ({ ask }) =>
    ask((await loadOperations()).imageArchitectures, args),
  );
}
/** `getImageArchitectures` for arguments that may be Outputs. */
export const getImageArchitecturesOutput: OutputForm<typeof getImageArchitectures> = asOutput(getImageArchitectures);

/**
 * The size of an image in bytes. Throws NotFoundError for an unknown image, and ProtocolError for a size that a number
 * cannot hold. API: `GET /registry/v2/repos/{repoUid}/digests/{digest}/size` (platform API: REG-6).
 */
export async function getImageSize(args: GetImageSizeArgs, opts: LookupOptions = {}): Promise<ImageSizeResult> {
  return answer({ name: "registry:getImageSize", args, opts }, async ({ ask }) =>
    ask((await loadOperations()).imageSize, args),
  );
}
/** `getImageSize` for arguments that may be Outputs. */
export const getImageSizeOutput: OutputForm<typeof getImageSize> = asOutput(getImageSize);
