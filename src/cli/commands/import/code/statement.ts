import { widthOf } from "../../../columns";
import { code, type Expression, inOneLine, LINE_WIDTH, type Property, printed, printedObject } from "./expression";
import { stringLiteral } from "./literal";

/** A variable of a program. */
export interface Variable {
  readonly name: string;
  /** Whether other files use it. */
  readonly isExported: boolean;
}

const declared = (variable: Variable | undefined): string =>
  variable === undefined ? "" : `${variable.isExported ? "export " : ""}const ${variable.name} = `;

/** A resource to declare: `new className("name", inputs, options)`. */
export interface NewResource {
  readonly className: string;
  readonly name: string;
  readonly inputs: readonly Property[];
  /** Pulumi's options; left out where there are none. */
  readonly options: readonly Property[];
}

/** `const web = new platform.Group("web", { … }, { protect: true });` as formatters have it. */
export function resourceStatement(
  variable: Variable | undefined,
  { className, name, inputs, options }: NewResource,
): string {
  const call = `${declared(variable)}new ${className}(`;
  const label = stringLiteral(name);
  const objects = options.length === 0 ? [inputs] : [inputs, options];
  const flat = objects.map((entries) => inOneLine({ kind: "object", entries }));
  const line = `${call}${[label, ...flat].join(", ")});`;
  if (!flat.includes(undefined) && widthOf(line) <= LINE_WIDTH) return line;
  // Only the last of several objects could stand at the end of the first line, and it is the short one.
  if (objects.length === 1 && widthOf(`${call}${label}, {`) <= LINE_WIDTH) {
    return `${call}${label}, ${printedObject(inputs, "")});`;
  }
  const lines = objects.map((entries) => printed({ kind: "object", entries }, { indent: "  ", column: 2, after: 1 }));
  return `${call}\n${[label, ...lines].map((text) => `  ${text},\n`).join("")});`;
}

/** `const viewer = platform.getRoleOutput({ … });` as formatters have it. */
export function callStatement(variable: Variable, called: string, inputs: readonly Property[]): string {
  const call = `${declared(variable)}${called}(`;
  const flat = inOneLine({ kind: "object", entries: inputs });
  const line = `${call}${flat});`;
  return flat !== undefined && widthOf(line) <= LINE_WIDTH ? line : `${call}${printedObject(inputs, "")});`;
}

/** `const parentUid = "…";` as formatters have it. */
export function valueStatement(variable: Variable, value: Expression): string {
  const start = declared(variable);
  const line = `${start}${printed(value, { indent: "", column: start.length, after: 1 })};`;
  if (value.kind !== "text" || line.includes("\n") || widthOf(line) <= LINE_WIDTH) return line;
  return `${start.trimEnd()}\n  ${stringLiteral(value.value)};`;
}

/** `import { a, b } from "./c";` as formatters have it, names in their order. */
export function importStatement(names: readonly string[], from: string): string {
  const sorted = [...new Set(names)].sort(byName);
  const line = `import { ${sorted.join(", ")} } from ${stringLiteral(from)};`;
  if (widthOf(line) <= LINE_WIDTH) return line;
  return `import {\n${sorted.map((name) => `  ${name},\n`).join("")}} from ${stringLiteral(from)};`;
}

/** Names as people order them: numbers by their value, letters whatever their case, small ones last. */
export function byName(a: string, b: string): number {
  const [left, right] = [a.match(PARTS) ?? [], b.match(PARTS) ?? []];
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const order = comparePart(left[i] ?? "", right[i] ?? "");
    if (order !== 0) return order;
  }
  return left.length - right.length || (a < b ? -1 : a > b ? 1 : 0);
}

const PARTS = /\d+|\D/g;

function comparePart(a: string, b: string): number {
  const areNumbers = /^\d/.test(a) && /^\d/.test(b);
  if (areNumbers && Number(a) !== Number(b)) return Number(a) - Number(b);
  const [small, other] = [a.toLowerCase(), b.toLowerCase()];
  if (small !== other) return small < other ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}

/** A variable where it is used. */
export const used = (name: string, property?: string): Expression =>
  code(property === undefined ? name : `${name}.${property}`);
