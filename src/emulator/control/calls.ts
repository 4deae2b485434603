import { z } from "zod";
import { shownName } from "../../description/spec/shown";
import { isValues } from "../../description/spec/values";
import { claimsSchema, complaintAbout, historySchema, method, must, requestPath } from "../checks";
import type { Emulator } from "../emulator";
import { type FaultHandle, isAtOrBelow } from "../faults/fault";
import { gatewayError } from "../gateway/errors";
import type { RequestRecord } from "../gateway/request-log";
import type { Routed } from "../gateway/router";
import { faultInJson, jsonOfFault } from "./fault-json";
import { shownRequest } from "./shown-request";

/** Path prefix of all calls of the control. No path of the API begins with it. */
export const controlPath = "/emulator/v1";

type Params = Readonly<Record<string, string>>;

export interface ControlCall extends Routed {
  /** Checks the request and carries the call out. Throws StatusError. */
  answer(emulator: Emulator, sent: unknown, params: Params): Promise<Readonly<Record<string, unknown>>>;
}

/** Declares a call of the control. `takes` checks the query of a GET, or the JSON body. `does` returns the response, if there is one. */
function call<Given extends z.ZodType>(
  line: `${"GET" | "POST" | "PUT" | "DELETE"} /${string}`,
  takes: Given,
  does: (emulator: Emulator, given: z.output<Given>, params: Params) => unknown,
): ControlCall {
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

const nothing = z.strictObject({});
const resetTo = z.strictObject({ to: z.enum(["start", "empty"]).optional() });
const requestFilter = z
  .strictObject({ method, path: requestPath, status: z.string().regex(/^[1-5]\d\d$/, must("an HTTP status")) })
  .partial();

/** The calls that control a running emulator over HTTP. */
export const calls = [
  call("POST /idTokens", claimsSchema, async (emulator, claims) => ({ idToken: await emulator.idToken(claims) })),
  call("PUT /histories", historySchema, (emulator, { repository, tag, records }) =>
    emulator.history(repository, tag, records),
  ),
  call("POST /histories", historySchema, (emulator, { repository, tag, records }) =>
    emulator.appendHistory(repository, tag, records),
  ),
  call("GET /faults", nothing, ({ faults }) => ({ faults: faults.map(jsonOfFault) })),
  call("POST /faults", faultInJson, (emulator, fault) => jsonOfFault(emulator.fault(fault))),
  call("DELETE /faults", nothing, ({ faults }) => {
    for (const fault of [...faults]) fault.remove();
  }),
  call("DELETE /faults/{id}", nothing, (emulator, _, { id }) => faultOf(emulator, id).remove()),
  call("POST /faults/{id}:release", nothing, (emulator, _, { id }) => faultOf(emulator, id).release()),
  call("GET /requests", requestFilter, ({ requests }, filter) => ({
    requests: requests.filter((request) => passes(request, filter)).map(shownRequest),
  })),
  call("DELETE /requests", nothing, (emulator) => emulator.clearRequests()),
  call("POST /reset", resetTo, (emulator, { to }) => emulator.reset(to)),
];

/** Whether a request matches a filter. A path includes the paths below it. */
const passes = (request: RequestRecord, { method, path, status }: z.output<typeof requestFilter>): boolean =>
  (method === undefined || request.method === method) &&
  (path === undefined || isAtOrBelow(request.path, path)) &&
  (status === undefined || request.status === Number(status));

function faultOf({ faults }: Emulator, id = ""): FaultHandle {
  const found = faults.find((fault) => fault.id === id);
  if (found !== undefined) return found;
  const known = faults.length === 0 ? "none" : faults.map((fault) => fault.id).join(", ");
  throw gatewayError("NOT_FOUND", `there is no fault ${shownName(id)}. The ids of the faults are ${known}`);
}
