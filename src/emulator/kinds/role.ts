import { INTERNAL, staffCapabilities } from "../../resources/capabilities";
import type { Values } from "../../spec/values";
import { invalidArgument } from "../gateway/errors";
import type { Rules } from "./rules";

const namesIn = ({ capabilities }: Values): readonly unknown[] => (Array.isArray(capabilities) ? capabilities : []);

const added = (values: Values, former: Values): unknown[] =>
  namesIn(values).filter((name) => !namesIn(former).includes(name));

/** Roles. Only a role with CAP_INTERNAL may have staff-only capabilities, and only staff can create it (platform API: PERM-3). */
export const roleRules: Rules = {
  neededFor: (values, former) => (added(values, former).includes(INTERNAL) ? INTERNAL : undefined),
  refuse: ({ spec, values, former = {} }) => {
    if (namesIn(values).includes(INTERNAL)) return;
    const internal = staffCapabilities.find((name) => added(values, former).includes(name));
    if (internal === undefined) return;
    throw invalidArgument(spec, "capabilities", `${internal} is only for roles of the platform's staff`);
  },
};
