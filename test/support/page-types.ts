import type { HostName } from "../../src/description/names/host-name";
import { resources } from "../../src/description/resources";
import { nameOf } from "../../src/description/spec/resource";
import { readPage } from "./pages";

/** The types on a host that the table in docs/testing.md gives to the classes of this package. */
export function typesInPage(shell: HostName): string[] {
  const rows = [...readPage("docs/testing.md").matchAll(/^\| (.+) \| `(pulumi-nodejs|pulumi|platform):.* \|$/gm)].map(
    ([line]) => line.split(" | "),
  );
  const named = rows.map(([cell = ""]) => [...cell.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name));
  const others = Object.values(resources)
    .map(nameOf)
    .filter((name) => !named.flat().includes(name));
  return rows.flatMap(([cell = "", dynamic = "", plugin = ""], i) => {
    const [type = ""] = /[^`]+(?=`)/.exec(shell === "dynamic" ? dynamic : plugin) ?? [];
    const names = cell.includes("all other") ? others : named[i];
    return (names ?? []).map((name) => type.replace("…", name));
  });
}
