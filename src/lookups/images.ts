import { architecturesFields, sizeFields } from "../resources/image";
import { digest, type MessageOf, optional, required, string, uid } from "../spec/types";
import { answerOf } from "./answers";
import { ask, type Call } from "./operation";

const image = {
  /** uid of the repo that the image is in. */
  repoUid: required(uid("registry:Repo")),
  /** Digest of the image, `sha256:` and 64 hex digits. */
  digest: required(digest),
} as const;

const sized = {
  ...image,
  /** Architecture whose image to measure, `amd64`; the server chooses when left out. */
  architecture: optional(string()),
} as const;

/** Which image's architectures to list. */
export type GetImageArchitecturesArgs = MessageOf<typeof image>;
/** Which image to measure. */
export type GetImageSizeArgs = MessageOf<typeof sized>;

/** How large an image is. */
export interface ImageSizeResult {
  /** Size in bytes. Pulumi cannot export a bigint: `size.toString()` does. */
  size: bigint;
  /** Architecture whose image was measured. */
  architecture: string;
}

const readArchitectures = answerOf(architecturesFields);
const readSize = answerOf(sizeFields);

/** The question for the architectures of an image. */
export const architecturesCall: Call<typeof image, string[]> = {
  name: "getImageArchitectures",
  method: "GET",
  path: "/registry/v2/repos/{repoUid}/digests/{digest}/architectures",
  arguments: image,
  read: (answer) => readArchitectures(answer).architectures,
};
/** The architectures that an image is built for. */
export const getImageArchitectures = ask(architecturesCall);

/** The question for the size of an image. */
export const sizeCall: Call<typeof sized, ImageSizeResult> = {
  name: "getImageSize",
  method: "GET",
  path: "/registry/v2/repos/{repoUid}/digests/{digest}/size",
  arguments: sized,
  read: (answer) => {
    const { size, architecture } = readSize(answer);
    return { size: BigInt(size), architecture };
  },
};
/** The size of an image, exact to the byte. */
export const getImageSize = ask(sizeCall);
