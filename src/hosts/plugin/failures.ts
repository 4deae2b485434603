import { Metadata, type ServiceError, status } from "@grpc/grpc-js";
import { ErrorResourceInitFailed } from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import { Any } from "google-protobuf/google/protobuf/any_pb";
import { scrub } from "../../client/api/secret";
import { IncompleteError, messageOf } from "../../core/core";
import type { ServedType } from "../shared/secrets";
import { type Received, structOf } from "./values";

export interface FailedCall {
  readonly spec: ServedType;
  readonly sources: readonly Received[];
}

/** Describes an error that no call caught. Its message may contain a body or a token, so only its class and its place are shown. */
export function strayErrorText(error: unknown): string {
  const place = error instanceof Error ? /^ {4}at .*:\d+:\d+\)?$/m.exec(error.stack ?? "")?.[0].trim() : undefined;
  const what = error instanceof Error ? error.constructor.name : typeof error;
  return `pulumi-platform has a bug: an unexpected error (${what}${place === undefined ? "" : ` ${place}`}). Calls in progress continue`;
}

/** One message without secrets, and the object if it was created in part. */
export function failureOf(error: unknown, call?: FailedCall): Partial<ServiceError> {
  try {
    return describe(error, call);
  } catch (cause) {
    return {
      code: status.UNKNOWN,
      details: `the call failed, and its error cannot be shown: ${strayErrorText(cause)}`,
    };
  }
}

function describe(error: unknown, call?: FailedCall): Partial<ServiceError> {
  const message = scrub(messageOf(error)) || "the call failed";
  const failure = { code: status.UNKNOWN, details: message };
  if (!(error instanceof IncompleteError) || call === undefined) return failure;
  const { id, properties } = error;
  const incomplete = new ErrorResourceInitFailed()
    .setId(id)
    .setProperties(structOf(call.spec, properties, ...call.sources))
    .setReasonsList([message]);
  const packed = new Any();
  packed.pack(incomplete.serializeBinary(), "pulumirpc.ErrorResourceInitFailed");
  const details = new Status().setCode(status.UNKNOWN).setMessage(message).setDetailsList([packed]);
  const metadata = new Metadata();
  metadata.set("grpc-status-details-bin", Buffer.from(details.serializeBinary()));
  return { ...failure, metadata };
}
