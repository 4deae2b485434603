/**
 * Name of an input by which our classes say in which order a replacement goes: whether it creates first. They add it where a create may
 * adopt or take over what it finds. The engine tells a provider neither the option nor, with `--replace`, that it is a replacement. The
 * check takes it out again. Programs without our classes do not say it.
 */
export const CREATES_FIRST = "__createsFirst";
