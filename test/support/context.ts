import { type Context, createContext as contextOf } from "../../src/core/context";
import { Ownership } from "../../src/hosts/shared/ownership";

/** A context with the ownership of the dynamic host. */
export type HostContext = Context & { readonly holders: Ownership };

/** The context of a run, as the dynamic host makes it. Nothing is owned at first. */
export const createContext = (
  client: Context["client"],
  resources: Context["resources"],
  { holders = new Ownership(), ...more }: Partial<Parameters<typeof contextOf>[2] & { holders: Ownership }> = {},
): HostContext => ({ ...contextOf(client, resources, { holders, ...more }), holders });
