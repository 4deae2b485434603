import { group } from "../../../src/description/resources/group";
import type { ResourceSpec } from "../../../src/description/spec/resource";
import type { Values } from "../../../src/description/spec/values";
import { denied, reset } from "../../support/local-faults";
import { LocalPlatform } from "../../support/local-platform";
import { creating } from "../../support/local-verbs";

export const team = { parentUid: "org", name: "team", description: "d" };

/** A platform on which the test lets a create go wrong. */
export class Lossy extends LocalPlatform {
  /** The first creates get no answer, and are carried out or not. */
  lose(times: number, when: "before" | "after", action = reset): void {
    this.fault({ method: "POST", times, when, action });
  }

  /** Lets something happen once the n-th create has been handled. */
  afterPost(n: number, act: () => void): void {
    for (let before = 1; before < n; before++) this.whenAnswered(/^POST/, () => undefined);
    this.whenAnswered(/^POST/, act);
  }

  refuseLooks(): void {
    this.fault({ method: "GET", action: denied });
  }

  /** Runs a create; answers what came of it, and the objects that there are now. */
  async create(spec: ResourceSpec = group, inputs: Values = team) {
    const result = await creating(this.run(), spec, inputs);
    const message = result instanceof Error ? result.message : "";
    return { result, message, uids: this.uids(spec), posts: this.posts() };
  }
}
