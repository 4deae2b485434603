/** Names that several objects of a kind have. A rule with such a name matches none of them. */
export class SharedNames {
  readonly #uids = new Map<string, Set<string>>();

  add(kind: string, uid: string, name: string): void {
    const key = `${kind} ${name}`;
    this.#uids.set(key, (this.#uids.get(key) ?? new Set()).add(uid));
  }

  has(kind: string, name: string): boolean {
    return (this.#uids.get(`${kind} ${name}`)?.size ?? 0) > 1;
  }
}
