import type { z } from "zod";
import { isValues } from "../../spec/values";
import { complaintAbout } from "../checks";
import type { Emulator } from "../emulator";
import { gatewayError } from "../gateway/errors";
import type { Routed } from "../gateway/router";

/** Path that all calls of the control begin with. No path of the API does. */
export const controlPath = "/emulator/v1";

type Params = Readonly<Record<string, string>>;

/** A call of the control. */
export interface Call extends Routed {
  /** Checks what was sent, and carries the call out. Throws StatusError. */
  answer(emulator: Emulator, sent: unknown, params: Params): Promise<Readonly<Record<string, unknown>>>;
}

/**
 * A call of the control.
 *
 * @param line its method, and the template of its path behind that of the control
 * @param takes checks what is sent: the query of a GET, or the JSON body
 * @param does carries it out by the methods that programs use. What it returns is the answer, which is empty without that
 */
export function call<Given extends z.ZodType>(
  line: `${"GET" | "POST" | "PUT" | "DELETE"} /${string}`,
  takes: Given,
  does: (emulator: Emulator, given: z.output<Given>, params: Params) => unknown,
): Call {
  const [method = "", path = ""] = line.split(" ");
  return {
    method,
    path: controlPath + path,
    answer: async (emulator, sent, params) => {
      const complaint = complaintAbout(takes, sent);
      if (complaint !== undefined) throw gatewayError("INVALID_ARGUMENT", complaint);
      const answer = await does(emulator, takes.parse(sent), params);
      return isValues(answer) ? answer : {};
    },
  };
}
