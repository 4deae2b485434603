import { scrub } from "../../api/secret";
import { AdoptionPreview } from "../shared/adoption-preview";
import { Run } from "../shared/run";
import { Urns } from "./urns";

/** One run of one provider of the program. The host does not wait for `configure`, so it only sets `config`. */
export class DynamicRun extends Run {
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
