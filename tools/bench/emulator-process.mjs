import { subscribe } from "node:diagnostics_channel";
import { startEmulator } from "pulumi-platform/emulator";

/**
 * The emulator in a process of its own, so that its CPU time is not counted. Its parent asks by messages `{ ask, given }`, one
 * at a time, and gets `{ answer }` or `{ error }`; the first message is `{ environment, root }`. It ends with its parent.
 * Counts come from Node's own channels of events: they have every request, also one that is cut off, and they cost nothing.
 */
const emulator = await startEmulator(JSON.parse(process.argv[2] ?? "{}"));

const DEPLOYER = "deployer";

const nothing = () => ({ requests: {}, refused: 0, connections: 0, mostInFlight: 0 });
let counted = nothing();
let inFlight = 0;

subscribe("http.server.request.start", ({ request, response }) => {
  counted.requests[request.method] = (counted.requests[request.method] ?? 0) + 1;
  inFlight += 1;
  counted.mostInFlight = Math.max(counted.mostInFlight, inFlight);
  response.once("close", () => {
    inFlight -= 1;
    if (response.statusCode === 429) counted.refused += 1;
  });
});
subscribe("net.server.socket", () => {
  counted.connections += 1;
});

const answers = {
  /** Counts from zero again. */
  reset: () => {
    counted = nothing();
    emulator.clearRequests();
  },
  counted: () => counted,
  /** A new group below the root, with the identity that deploys into it, as most have one; answers its uid. */
  group: ({ name }) => {
    const { uid } = emulator.put("iam:Group", emulator.organization.uid, { name });
    emulator.put("iam:Identity", uid, { name: DEPLOYER, servicePrincipal: "SERVICE_PRINCIPAL_SKILLS" });
    return uid;
  },
  /** Names and descriptions of the identities that were deployed below a group. */
  identities: ({ parent }) =>
    emulator
      .list("iam:Identity")
      .filter(({ uid, name }) => uid.startsWith(`${parent}/`) && name !== DEPLOYER)
      .map(({ name, description }) => ({ name, description })),
  fault: ({ fault }) => {
    emulator.fault(fault);
  },
};

process.on("message", ({ ask, given }) => {
  try {
    process.send({ answer: answers[ask](given ?? {}) });
  } catch (error) {
    process.send({ error: String(error) });
  }
});
process.once("disconnect", () => emulator.close());
// Ctrl-C reaches all of a terminal's processes: the parent ends this one when it no longer needs it.
process.on("SIGINT", () => {});

process.send({ environment: emulator.environment, root: emulator.organization.uid });
