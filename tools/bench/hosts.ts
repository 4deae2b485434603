import { GeneratedPart } from "../generated-part";
import { HOSTS } from "./plan";
import type { Row } from "./rows";

/** The part of docs/performance.md about the two hosts of this package. */
export const hostsPart = new GeneratedPart("docs/performance.md", "bench/hosts");

/** Whether a run measured the two hosts and no other peer. */
export const isOfHosts = (rows: readonly Row[]): boolean =>
  rows.length > 0 && rows.every(({ peer }) => HOSTS.includes(peer));
