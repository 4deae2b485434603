import assert from "node:assert/strict";
import { join } from "node:path";
import { checkValues } from "../../src/description/spec/check";
import { type Field, type Fields, optional, type ValueType } from "../../src/description/spec/types";
import { type Comments, commentsOf } from "../../tools/types/comments";
import { withStaff } from "../../tools/types/staff";
import { resourceMeanings } from "./meaning";
import { type Meaning, operationMeanings, type Row } from "./operation-meanings";

const root = join(__dirname, "..", "..");
const rows = [...resourceMeanings, ...operationMeanings];
const commentsAt = commentsOf([...new Set(rows.map(([file]) => `src/${file}`))]);

interface Declared {
  readonly field: Field;
  readonly comment: string;
}

const fieldsIn = (type: ValueType): Fields =>
  type.kind === "message"
    ? type.fields
    : "of" in type
      ? fieldsIn(type.of)
      : assert.fail(`a ${type.kind} has no fields`);

/** A field as it is declared, with its doc comment. */
function declared([file, fields, path]: Row): Declared {
  const [exported = "", ...properties] = fields.split(".");
  const module: unknown = require(join(root, "src", file));
  let inside = [exported, ...properties].reduce<unknown>(
    (value, name) => Reflect.get(Object(value), name),
    module,
  ) as Fields;
  let comments: Comments = commentsAt(`src/${file}`, exported, ...properties);
  const [last = "", ...before] = path.split(".").reverse();
  for (const name of before.reverse()) {
    inside = fieldsIn((inside[name] ?? assert.fail(`${file} has no ${name} of ${path}`)).type);
    comments = comments.inside(name);
  }
  const field = inside[last] ?? assert.fail(`${file} has no ${path}`);
  return { field, comment: withStaff(comments.of(last), field).replace(/\s+/g, " ") };
}

/** Whether the package lets a value through, without a warning, to a platform of the vendor "acme". */
const isTaken = ({ type }: Field, value: unknown): boolean =>
  checkValues({ value: optional(type) }, { value }, { vendor: "acme" }).every(({ kind }) => kind === "advice");

function disagreements({ field, comment }: Declared, { by, takes = [], refuses = [], says = [], never = [] }: Meaning) {
  const isOutput = field.presence === "computed";
  return [
    ...(by === "platform" && !isOutput ? ["the platform sets it, and the declaration takes it"] : []),
    ...(by === "staff" && !/platform's staff/.test(comment)
      ? ["only staff sets it, and the comment does not say so"]
      : []),
    ...takes.filter((value) => !isTaken(field, value)).map((value) => `refuses ${JSON.stringify(value)}`),
    ...refuses.filter((value) => isTaken(field, value)).map((value) => `takes ${JSON.stringify(value)}`),
    ...says.filter((words) => !comment.includes(words)).map((words) => `does not say "${words}": ${comment}`),
    ...never.filter((words) => comment.includes(words)).map((words) => `says "${words}": ${comment}`),
  ];
}

describe("the meaning of a field", () => {
  for (const row of rows) {
    const [file, , path, meaning] = row;
    it(`agrees with the declaration of ${path} in ${file} (row 233)`, () => {
      assert.deepEqual(disagreements(declared(row), meaning), []);
    });
  }
});
