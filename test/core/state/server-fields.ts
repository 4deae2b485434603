import {
  computed,
  type Fields,
  message,
  optional,
  required,
  set,
  string,
  timestamp,
} from "../../../src/description/spec/types";

/** One field for each way in which a server sets values itself. */
export const fields: Fields = {
  parentUid: required(string(), { parent: true }),
  name: required(string()),
  description: optional(string()),
  tier: optional(string(), { serverDefault: true }),
  tags: optional(set(string())),
  until: optional(timestamp, { serverDefault: true }),
  token: optional(string(), { writeOnly: true }),
  readme: optional(string(), { subresource: { segment: "readme", property: "content" } }),
  sync: optional(
    message({
      source: required(string(), { serverNormalized: true }),
      region: optional(string(), { serverDefault: true }),
      phase: computed(string()),
      seen: computed(timestamp, { returned: "changing" }),
    }),
  ),
  createTime: computed(timestamp),
  updateTime: computed(timestamp, { returned: "changing" }),
};

export const time = "2026-01-01T00:00:00Z";
export const later = "2026-02-02T00:00:00Z";
export const base = { parentUid: "org", name: "a" };
