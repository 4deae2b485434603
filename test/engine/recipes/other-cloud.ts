import { dynamic, type Input, type Output } from "@pulumi/pulumi";

const provider: dynamic.ResourceProvider = {
  create: async (inputs) => ({ id: "made", outs: inputs }),
};

/** Stands for a resource of another provider: a preview knows no value of it before it exists. */
export class OtherCloud extends dynamic.Resource {
  declare readonly first: Output<string>;
  declare readonly second: Output<string>;

  constructor(name: string, values: { readonly first: Input<string>; readonly second: Input<string> }) {
    super(provider, name, values);
  }
}
