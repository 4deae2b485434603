import { atMostOneOf } from "../../../src/description/spec/field-options";
import {
  boolean,
  computed,
  enumOf,
  type Fields,
  integer,
  list,
  map,
  message,
  optional,
  string,
  timestamp,
} from "../../../src/description/spec/types";
import type { Values } from "../../../src/description/spec/values";

/** One field of every kind. */
export const kinds: Fields = {
  text: optional(string()),
  time: optional(timestamp),
  flag: optional(boolean),
  count: optional(integer),
  level: optional(enumOf("LEVEL_UNSPECIFIED", "LEVEL_ONE")),
  items: optional(list(string())),
  labels: optional(map(string())),
  inner: optional(message({ leaf: optional(string()), other: optional(string()) })),
  left: optional(string(), atMostOneOf("side")),
  right: optional(message({ leaf: optional(string()) }), atMostOneOf("side")),
  stamp: computed(timestamp),
};

/** A non-empty value of each kind. */
export const full: Values = {
  text: "t",
  time: "2026-01-01T00:00:00Z",
  flag: true,
  count: 3,
  level: "LEVEL_ONE",
  items: ["a"],
  labels: { a: "b" },
  inner: { leaf: "l", other: "o" },
  left: "x",
};
