import { type Emulator, roleNamed, send } from "./local";

export const CI = { issuer: "https://ci.example.com", subject: "repo:acme/app", audience: "ci" } as const;

/** Groups `team`, `team/inner` and `other`, and an identity. */
export function makeTeams({ put, organization }: Emulator): {
  team: string;
  inner: string;
  other: string;
  identity: string;
} {
  const group = (name: string, parent: string): string => String(put("iam:Group", parent, { name }).uid);
  const team = group("team", organization.uid);
  const identity = String(put("iam:Identity", organization.uid, { name: "ci", claimMatch: CI }).uid);
  return { team, inner: group("inner", team), other: group("other", organization.uid), identity };
}

export const bind = (emulator: Emulator, group: string, identityUid: string, role: string): string =>
  String(emulator.put("iam:RoleBinding", group, { identityUid, roleUid: roleNamed(emulator, role) }).uid);

export const exchanged = async (emulator: Emulator, audience = emulator.url, more = ""): Promise<string> => {
  const ci = emulator.list("iam:Identity").find(({ name }) => name === "ci")?.uid;
  const request = `POST /sts/exchange?aud=${encodeURIComponent(audience)}&identity=${ci}${more}`;
  return String((await send(emulator.url, request, undefined, await emulator.idToken(CI))).body.token);
};

export const lacks = (what: string): unknown[] => [403, 7, `Permission denied: caller lacks ${what}`];
