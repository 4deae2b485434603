import { scrub } from "../../api/secret";
import { AdoptionPreview } from "../shared/adoption-preview";
import { Run } from "../shared/run";
import { Urns } from "./urns";

/**
 * One run of one provider of the program, in a process of Pulumi's host. The host calls `configure` before the first call of each type,
 * and other calls do not wait for it. So `configure` only sets `config`.
 */
export class DynamicRun extends Run {
  /** Shows in a preview which objects it adopts. */
  readonly adoptionPreview: AdoptionPreview;
  /** Finds the resource of a diff or a create. */
  readonly urns: Urns;

  /** @param engine address of the engine. Undefined outside of Pulumi's host. */
  constructor(engine: string | undefined) {
    // The engine shows what the host prints.
    super(engine, (text) => console.log(text));
    this.urns = new Urns(this.ownership.declared);
    this.adoptionPreview = new AdoptionPreview((text) => console.log(scrub(text)), this.ownership);
  }
}
