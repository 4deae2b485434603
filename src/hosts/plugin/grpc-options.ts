const MAX_BYTES = 400 * 1024 * 1024;

/** Limits of messages, the same as those of Pulumi's SDK. Statistics of channels are off, because nobody reads them. */
export const GRPC_OPTIONS = {
  "grpc.max_receive_message_length": MAX_BYTES,
  "grpc.max_send_message_length": MAX_BYTES,
  "grpc.enable_channelz": 0,
} as const;
