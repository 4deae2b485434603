import { check } from "../../src/description/spec/check";
import type { Complaint } from "../../src/description/spec/complaint";
import type { ResourceSpec } from "../../src/description/spec/resource";
import type { Values } from "../../src/description/spec/values";

/** Complaints about missing values and the form of a resource's inputs, whatever the platform's rules say. */
export const formComplaints = (spec: ResourceSpec, inputs: Values): Complaint[] =>
  check(spec, inputs).filter(({ kind }) => kind === "form" || kind === "missing");
