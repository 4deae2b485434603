import type { Values } from "../../spec/values";
import type { Props } from "./dynamic-provider";
import { PROVIDER } from "./names";

/** The host's properties, without its own key and without nulls. */
export const valuesOf = (props: Props): Values =>
  Object.fromEntries(
    Object.entries(props).filter(([name, value]) => name !== PROVIDER && value !== null && value !== undefined),
  );
