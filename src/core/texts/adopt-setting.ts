import type { AdoptMode } from "../../description/spec/adopt-mode";

/** How to change adoptExisting for one run. An explicit provider ignores the environment. */
export const adoptSetting = (mode: AdoptMode): string =>
  `PLATFORM_ADOPT_EXISTING=${mode} (an explicit provider needs adoptExisting: "${mode}" in its arguments)`;
