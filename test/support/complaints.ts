import { check } from "../../src/spec/check";
import type { Complaint } from "../../src/spec/complaint";
import type { ResourceSpec } from "../../src/spec/resource";
import type { Values } from "../../src/spec/values";

/** Complaints about missing values and the form of a resource's inputs, whatever the platform's rules say. */
export const formComplaints = (spec: ResourceSpec, inputs: Values): Complaint[] =>
  check(spec, inputs).filter(({ kind }) => kind === "form" || kind === "missing");
