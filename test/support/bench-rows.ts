import type { Row } from "../../tools/bench/rows";

/** A row of the benchmark with what a test is about; the rest is nothing. */
export const benchRow = (given: Partial<Row> & Pick<Row, "peer">): Row => ({
  scenario: "",
  setting: "default",
  latencyMs: 0,
  count: 500,
  operation: "create",
  wallSeconds: 1,
  requests: {},
  refused: 0,
  connections: 0,
  mostInFlight: 0,
  failed: 0,
  unwanted: 0,
  ...given,
});
