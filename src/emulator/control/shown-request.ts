import { resources } from "../../description/resources";
import { wireName } from "../../description/spec/resource";
import { shownInput } from "../../description/spec/shown";
import type { Field, Fields, ValueType } from "../../description/spec/types";
import { isValues } from "../../description/spec/values";
import { protoName } from "../gateway/names";
import type { RequestRecord } from "../gateway/request-log";

const SECRET = "[secret]";
/** Greatest depth to search. The gateway refuses deeper bodies, but the log contains them. */
const MAX_DEPTH = 1000;

/** Returns a request as JSON for the list of the control. Values of the body that may be secret are hidden. */
export const shownRequest = ({ body, ...record }: RequestRecord): Record<string, unknown> => ({
  ...record,
  body: shown(body),
});

/** Hides the path and query of a receiver's address, because they may contain a password. */
const isSink = (type: ValueType): boolean => type.kind === "string" && type.format === "sink";

const mayHoldPasswords = (type: ValueType): boolean => type.kind === "map" && type.mayHoldPasswords === true;

/** Fields that may be secret, by their keys in bodies. They are hidden anywhere, because a body may have any form. */
const hidden: ReadonlyMap<string, Field> = new Map(
  Object.values(resources)
    .flatMap(({ fields }) => [...fieldsIn(fields)])
    .filter(([, { type, options }]) => options.secret || mayHoldPasswords(type) || isSink(type))
    .flatMap((named) => [
      [wireName(...named), named[1]],
      [protoName(named), named[1]],
    ]),
);

function shown(value: unknown, depth = 0): unknown {
  if (depth > MAX_DEPTH) return "[too deep]";
  if (Array.isArray(value)) return value.map((item) => shown(item, depth + 1));
  if (!isValues(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      const field = hidden.get(key);
      if (field === undefined) return [key, shown(member, depth + 1)];
      return [key, isSink(field.type) ? (shownInput(field.type, member) ?? SECRET) : SECRET];
    }),
  );
}

function* fieldsIn(fields: Fields): Generator<[name: string, field: Field]> {
  for (const [name, field] of Object.entries(fields)) {
    yield [name, field];
    const type = "of" in field.type ? field.type.of : field.type;
    if (type.kind === "message") yield* fieldsIn(type.fields);
  }
}
