import type { Declared } from "./engine";

/** 40 resources in a tree four levels deep: groups, and what lies in them. */
export function tree(root: string): Declared[] {
  const claimMatch = { issuer: "https://i.example.com", subject: "s" };
  const below = (name: string, parentUid: string): Declared[] => [
    { name, class: "Group", args: { parentUid } },
    { name: `${name}-id`, class: "Identity", args: { parentUid: `\${${name}}`, claimMatch } },
    { name: `${name}-repo`, class: "Repo", args: { parentUid: `\${${name}}` } },
    { name: `${name}-sub`, class: "Subscription", args: { parentUid: `\${${name}}`, sink: "https://s.example.com" } },
  ];
  const names = ["top", "top-b", "top-b-c", "top-b-c-d", "top-e", "top-e-f", "top-g", "other", "other-i", "other-i-j"];
  return names.flatMap((name) => {
    const end = name.lastIndexOf("-");
    return below(name, end < 0 ? root : `\${${name.slice(0, end)}}`);
  });
}
