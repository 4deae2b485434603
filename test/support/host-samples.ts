import { resources } from "../../src/description/resources";
import type { Emulator } from "../../src/emulator";
import type { Props } from "./host";
import { TYPE } from "./hosts";
import { minimalInputs, type World } from "./samples";

export const types = Object.keys(resources);

/** The fewest inputs of any type, generated from its declaration. */
export function fewestInputs(world: World, type: string): Props {
  const spec = resources[type];
  if (spec === undefined) throw new Error(`there is no type ${type}`);
  return { [TYPE]: type, ...minimalInputs(world, spec) };
}

/** The fewest inputs of some types, as a program would write them; the objects that they refer to are created in the emulator. */
export function handWrittenInputs(emulator: Emulator, type: string): Props {
  const parentUid = emulator.organization.uid;
  const make = (of: string, body: Record<string, unknown>) => String(emulator.put(of, parentUid, body).uid);
  const inputs: Record<string, () => Props> = {
    "iam:Group": () => ({ parentUid, name: "team" }),
    "iam:Identity": () => ({
      parentUid,
      name: "bot",
      claimMatch: { issuer: "https://issuer.example.com", subject: "repo:acme/app" },
    }),
    "iam:Role": () => ({ parentUid, name: "reader", capabilities: ["CAP_REPO_LIST", "CAP_IAM_GROUPS_LIST"] }),
    "iam:RoleBinding": () => ({
      parentUid,
      identityUid: make("iam:Identity", { name: "bound", servicePrincipal: "SERVICE_PRINCIPAL_SKILLS" }),
      roleUid: make("iam:Role", { name: "bound", capabilities: ["CAP_REPO_LIST"] }),
    }),
    "registry:Repo": () => ({ parentUid, name: "app", readme: "# app\n" }),
    "events:Subscription": () => ({ parentUid, sink: "https://sink.example.com/hook" }),
  };
  const known = inputs[type];
  if (known === undefined) throw new Error(`nobody has written inputs of ${type} here`);
  return { [TYPE]: type, ...known() };
}
