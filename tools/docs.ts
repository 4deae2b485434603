/** `npm run docs`: writes every generated page and source, and prints the path of each. */

interface PageWriter {
  write(): void;
}

/**
 * The generators in their order. Each loads when its turn comes, because some of them read sources that an earlier one
 * writes.
 */
const generators: readonly (() => Promise<PageWriter>)[] = [
  () => import("./types"),
  () => import("./functions"),
  () => import("./plugin-lookups"),
  () => import("./schema"),
  () => import("./resource-docs"),
  () => import("./rooms"),
  () => import("./commands"),
  () => import("./settings"),
  () => import("./promises"),
];

async function writeAll(): Promise<void> {
  for (const load of generators) (await load()).write();
}

void writeAll();
