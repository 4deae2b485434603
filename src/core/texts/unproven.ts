import type { NewObject } from "../remote-object";

export const unlookedText = (message: string): string =>
  `it may have existed before, and looking for it failed: ${message}`;

export const unprovenText = ({ kind, parentUid }: NewObject, uid: string): string =>
  [
    `POST ${kind.pathUnder(parentUid)}: the platform returned ${kind.name} ${uid}, but its list hides it, also before the create. So it may have existed, and this create changed it. The state does not have it.`,
    `- If nobody else created it, set adoptUid: "${uid}".`,
    "- Otherwise set it back. pulumi-platform history shows which digest a tag had before.",
  ].join("\n");
