import * as pulumi from "@pulumi/pulumi";

// The program of `noop`: a dynamic provider whose verbs do nothing. It is the lowest cost of Pulumi's dynamic resources. The
// engine compares the inputs. A resource without a read stays as recorded.
interface IdentityInputs {
  readonly parentUid: string;
  readonly name: string;
  readonly description: string;
  readonly claimMatch: { readonly issuer: string; readonly subject: string };
}

const nothing: pulumi.dynamic.ResourceProvider<IdentityInputs, IdentityInputs> = {
  async create(inputs) {
    return { id: inputs.name, outs: inputs };
  },
  async update(_id, _olds, news) {
    return { outs: news };
  },
  async delete() {},
};

class Identity extends pulumi.dynamic.Resource {
  constructor(name: string, inputs: IdentityInputs) {
    super(nothing, name, inputs);
  }
}

const { BENCH_PARENT: parentUid = "", BENCH_COUNT = "0", BENCH_REVISION = "1" } = process.env;

for (let n = 1; n <= Number(BENCH_COUNT); n++) {
  new Identity(`noop-${n}`, {
    parentUid,
    name: `noop-${n}`,
    description: `revision ${BENCH_REVISION}`,
    claimMatch: { issuer: "https://token.ci.example.com", subject: `repo:acme/noop-${n}` },
  });
}
