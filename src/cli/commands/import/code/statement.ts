import { code, type Expression, type Property, printed } from "./expression";
import { stringLiteral } from "./literal";

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
  /** Pulumi's options. Left out if empty. */
  readonly options: readonly Property[];
}

/** `const web = new platform.Group("web", { … }, { protect: true });` */
export function resourceStatement(
  variable: Variable | undefined,
  { className, name, inputs, options }: NewResource,
): string {
  const objects = options.length === 0 ? [inputs] : [inputs, options];
  const values = objects.map((entries) => printed({ kind: "object", entries }));
  return `${declared(variable)}new ${className}(${[stringLiteral(name), ...values].join(", ")});`;
}

/** `const viewer = platform.getRoleOutput({ … });` */
export const callStatement = (variable: Variable, called: string, entries: readonly Property[]): string =>
  `${declared(variable)}${called}(${printed({ kind: "object", entries })});`;

/** `const parentUid = "…";` */
export const valueStatement = (variable: Variable, value: Expression): string =>
  `${declared(variable)}${printed(value)};`;

/** `import { a, b } from "./c";` */
export const importStatement = (names: readonly string[], from: string): string =>
  `import { ${[...new Set(names)].sort(byName).join(", ")} } from ${stringLiteral(from)};`;

/** Compares names for people, with numbers by value. */
export const byName = new Intl.Collator("en", { numeric: true }).compare;

/** Returns the use of a variable, or of its property. */
export const used = (name: string, property?: string): Expression =>
  code(property === undefined ? name : `${name}.${property}`);
