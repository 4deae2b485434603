import { computed, string } from "../spec/types";
import { defineOperation } from "./operation";

/** Checks the connection and returns the platform's response, `pong`. Throws the errors of the client (platform API: PING-1). */
export const ping = defineOperation({
  functions: ["ping"],
  method: "GET",
  path: "/ping/v2/ping",
  params: {},
  request: {},
  answer: { response: computed(string(), { returned: "always" }) },
  returns: "response",
  repeat: "safe",
  needs: { anyone: "it checks the connection before there is a token" },
});
