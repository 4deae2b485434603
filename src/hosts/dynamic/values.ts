import type { Values } from "../../spec/values";
import type { Props } from "./dynamic-provider";
import { ADOPT_UID, PROVIDER } from "./names";

/** The host's properties, without its own key and without nulls. */
export const valuesOf = (props: Props): Values =>
  Object.fromEntries(
    Object.entries(props)
      .filter(([name, value]) => name !== PROVIDER && value !== null && value !== undefined)
      .map(([name, value]) => [name === ADOPT_UID ? "adoptUid" : name, value]),
  );

/** Checked inputs as the engine records them. Reverses `valuesOf`. */
export const recordedInputs = ({ adoptUid, ...inputs }: Values): Values =>
  adoptUid === undefined ? inputs : { ...inputs, [ADOPT_UID]: adoptUid };
