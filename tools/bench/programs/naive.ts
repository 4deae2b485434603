import * as pulumi from "@pulumi/pulumi";

// The program of `naive`: a dynamic provider as in Pulumi's guide. Its verbs are one request each, its inputs and outputs are
// typed, and the engine stores its code with each resource.
interface ClaimMatch {
  readonly issuer: string;
  readonly subject: string;
}

interface IdentityInputs {
  readonly parentUid: string;
  readonly name: string;
  readonly description: string;
  readonly claimMatch: ClaimMatch;
}

interface IdentityOutputs extends IdentityInputs {
  readonly uid: string;
  readonly createTime: string;
  readonly updateTime: string;
}

interface Answer {
  readonly status: number;
  readonly body: IdentityOutputs;
}

/** Sends one request. The caller handles "not found". */
async function send(method: string, path: string, body?: object): Promise<Answer> {
  const response = await fetch(`${process.env.PLATFORM_BASE_URL}/iam/v2/identities/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${process.env.PLATFORM_TOKEN}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok && response.status !== 404) {
    throw new Error(`${method} of identity ${path} failed: ${response.status} ${text}`);
  }
  return { status: response.status, body: JSON.parse(text) };
}

const identityProvider: pulumi.dynamic.ResourceProvider<IdentityInputs, IdentityOutputs> = {
  async create(inputs) {
    const { parentUid, name, description, claimMatch } = inputs;
    const { status, body } = await send("POST", parentUid, { name, description, claimMatch });
    if (status === 404) throw new Error(`there is no group ${parentUid}`);
    return { id: body.uid, outs: { ...inputs, ...body } };
  },

  async read(id, props) {
    const { status, body } = await send("GET", id);
    if (status === 404) return {};
    return { id, props: { ...props, ...body } as IdentityOutputs };
  },

  async diff(_id, olds, news) {
    const replaces = olds.parentUid === news.parentUid ? [] : ["parentUid"];
    const isChanged =
      olds.name !== news.name ||
      olds.description !== news.description ||
      olds.claimMatch.issuer !== news.claimMatch.issuer ||
      olds.claimMatch.subject !== news.claimMatch.subject;
    return { changes: isChanged || replaces.length > 0, replaces, deleteBeforeReplace: true };
  },

  async update(id, _olds, news) {
    const { name, description, claimMatch } = news;
    const { status, body } = await send("PATCH", id, { name, description, claimMatch });
    if (status === 404) throw new Error(`there is no identity ${id}`);
    return { outs: { ...news, ...body } };
  },

  async delete(id) {
    await send("DELETE", id);
  },
};

interface IdentityArgs {
  readonly parentUid: pulumi.Input<string>;
  readonly name: pulumi.Input<string>;
  readonly description: pulumi.Input<string>;
  readonly claimMatch: pulumi.Input<ClaimMatch>;
}

class Identity extends pulumi.dynamic.Resource {
  declare readonly name: pulumi.Output<string>;
  declare readonly uid: pulumi.Output<string>;
  declare readonly createTime: pulumi.Output<string>;
  declare readonly updateTime: pulumi.Output<string>;

  constructor(name: string, args: IdentityArgs, opts?: pulumi.CustomResourceOptions) {
    super(identityProvider, name, { uid: undefined, createTime: undefined, updateTime: undefined, ...args }, opts);
  }
}

const { BENCH_PARENT: parentUid = "", BENCH_COUNT = "0", BENCH_REVISION = "1" } = process.env;

for (let n = 1; n <= Number(BENCH_COUNT); n++) {
  new Identity(`naive-${n}`, {
    parentUid,
    name: `naive-${n}`,
    description: `revision ${BENCH_REVISION}`,
    claimMatch: { issuer: "https://token.ci.example.com", subject: `repo:acme/naive-${n}` },
  });
}
