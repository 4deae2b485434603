/** The version in package.json. A constant, because a bundled program has no package.json of ours beside it. */
export const version = "0.1.0";

export const userAgent = `pulumi-platform/${version} node/${process.versions.node}`;
