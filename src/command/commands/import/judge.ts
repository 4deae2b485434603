import { putAt } from "../../../core/state/paths";
import { isUnique, keyFields, nameOf } from "../../../description/spec/resource";
import { ownerOf } from "../../../description/spec/rules";
import { isEqual, type Values } from "../../../description/spec/values";
import type { LiveObject } from "../../organization/read";
import { complaintsOf, inputsOf, secretPaths } from "./inputs";

/** An object that a program can declare as it is. */
export interface Importable {
  readonly object: LiveObject;
  readonly inputs: Values;
  /** Whether the program needs its uid, because its name is older than a rule of the platform. */
  readonly byUid: boolean;
}

/** How a person can declare an object, with a value that the platform never returns. */
interface ByHand {
  readonly inputs: Values;
  /** Path of the input that is a secret of the config. */
  readonly secret: readonly string[];
}

/** An object that a program cannot declare as it is. */
export interface LeftOut {
  readonly object: LiveObject;
  readonly reason: string;
  readonly remedy: string;
  readonly byHand?: ByHand;
}

export interface JudgedObjects {
  readonly importable: readonly Importable[];
  readonly leftOut: readonly LeftOut[];
}

/**
 * Finds the objects that a program can declare so that Pulumi takes them over without a change.
 *
 * @param all all objects, because some may have the same key
 */
export function judge(
  objects: readonly LiveObject[],
  all: readonly LiveObject[],
  vendor: string | undefined,
): JudgedObjects {
  const judged = objects.map((object) => judgeOne(object, twinsOf(object, all), vendor));
  return {
    importable: judged.filter((one) => "byUid" in one),
    leftOut: judged.filter((one) => "reason" in one),
  };
}

function judgeOne(object: LiveObject, twins: readonly LiveObject[], vendor: string | undefined): Importable | LeftOut {
  const { spec } = object;
  const inputs = inputsOf(object, object.values);
  const leftOut = (reason: string, remedy: string): LeftOut => ({ object, reason, remedy });
  const owner = ownerOf(spec, object.values);
  if (owner !== undefined) {
    return leftOut(
      `${owner.name} manages it for the identity provider ${owner.uid}`,
      "Your directory decides about it, and the platform refuses changes of it.",
    );
  }
  if (!isUnique(spec)) {
    return leftOut(
      "it has no key, and the platform showed its code only once",
      `It stays valid. If you need another, declare a new ${nameOf(spec)}.`,
    );
  }
  if (twins.length > 0) {
    const keys = keyFields(spec).map(([name]) => name);
    const reason = `${twins.length + 1} objects have the same ${keys.join(", ")} under the same parent`;
    return leftOut(reason, "Delete all but one of them on the platform, and import again.");
  }
  const refusedBy = (given: Values) => complaintsOf(spec, given, vendor);
  const complaints = refusedBy(inputs);
  if (complaints.length === 0) return { object, inputs, byUid: false };
  const adopted = { ...inputs, adoptUid: object.uid };
  if (refusedBy(adopted).length === 0) return { object, inputs, byUid: true };
  const secret = secretPaths(spec.fields).find((path) => {
    const complete = { ...adopted };
    putAt(complete, path, "secret");
    return refusedBy(complete).length === 0;
  });
  if (secret !== undefined) {
    const name = secret.join(".");
    const remedy = `Add its lines to the program. The next pulumi up takes the object over, and sends the ${name} once.`;
    const reason = `the platform never returns its ${name}, which the program needs`;
    return { object, reason, remedy, byHand: { inputs: adopted, secret } };
  }
  return leftOut(
    complaints.map((one) => `${one.property} ${one.reason}`).join("; "),
    "It does not change, and the program refers to it by its uid. To have it in the program, change it on the platform and import " +
      "again. If it is newer than this version, update pulumi-platform first.",
  );
}

/** Returns the other objects of the same kind, parent and key. A program can declare only one of them. */
function twinsOf({ spec, uid, parentUid, values }: LiveObject, objects: readonly LiveObject[]): LiveObject[] {
  if (spec.uidIsParents) return [];
  return objects.filter(
    (other) =>
      other.spec === spec &&
      other.uid !== uid &&
      other.parentUid === parentUid &&
      keyFields(spec).every(([name, { type }]) => isEqual(type, other.values[name], values[name])),
  );
}
