const MAX_BYTES = 400 * 1024 * 1024;

/** Limits of messages, the same as those of Pulumi's SDK. */
export const GRPC_LIMITS = {
  "grpc.max_receive_message_length": MAX_BYTES,
  "grpc.max_send_message_length": MAX_BYTES,
} as const;
