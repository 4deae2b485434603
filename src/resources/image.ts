import { computed, int64, list, string } from "../spec/types";

/** The architectures that an image is built for (spec: Registry, Images). Read-only. */
export const architecturesFields = {
  /** Names of the architectures, `amd64`. */
  architectures: computed(list(string()), { always: true }),
} as const;

/** How large an image is (spec: Registry, Images). Read-only. */
export const sizeFields = {
  /** Size in bytes. */
  size: computed(int64, { always: true }),
  /** Architecture whose image it is, `amd64`. */
  architecture: computed(string(), { always: true }),
} as const;
