import type { z } from "zod";
import { isValues } from "../../spec/values";
import { complaintAbout } from "../checks";
import type { Emulator } from "../emulator";
import { gatewayError } from "../gateway/errors";
import type { Routed } from "../gateway/router";

/** Path prefix of all calls of the control. No path of the API begins with it. */
export const controlPath = "/emulator/v1";

type Params = Readonly<Record<string, string>>;

export interface Call extends Routed {
  /** Checks the request and carries the call out. Throws StatusError. */
  answer(emulator: Emulator, sent: unknown, params: Params): Promise<Readonly<Record<string, unknown>>>;
}

/**
 * Declares a call of the control.
 *
 * @param line its method and the template of its path after the prefix
 * @param takes checks the query of a GET, or the JSON body
 * @param does carries it out with the methods for programs. It returns the response, or nothing for an empty response.
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
