import { computed, string } from "../spec/types";
import { answerOf } from "./answers";
import { ask, type Call } from "./operation";

const readResponse = answerOf({ response: computed(string(), { always: true }) });

/** The question whether the platform answers. */
export const pingCall: Call<Record<never, never>, string> = {
  name: "ping",
  method: "GET",
  path: "/ping/v2/ping",
  arguments: {},
  read: (answer) => readResponse(answer).response,
};
/** What the platform answers when it is reached. */
export const ping = ask(pingCall);
