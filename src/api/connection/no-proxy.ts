import { BlockList, isIP } from "node:net";

interface Exception {
  /** Without a leading dot. A name also covers its subdomains. */
  readonly host: string;
  readonly isAddress: boolean;
  /** Absent for any port. */
  readonly port: number | undefined;
}

/**
 * Hosts that bypass the proxy, as listed in NO_PROXY and separated by commas or white space. An entry is a name (which
 * includes its subdomains), an address or a network (`10.0.0.0/8`), each with an optional port. `*` means all hosts.
 */
export class NoProxy {
  readonly #all: boolean;
  readonly #exceptions: readonly Exception[];
  readonly #networks = new BlockList();

  /** @param text value of the variable */
  constructor(text: string) {
    const entries = text.split(/[\s,]+/).filter((entry) => entry !== "");
    this.#all = entries.includes("*");
    this.#exceptions = entries.filter((entry) => !this.#addNetwork(entry)).map(exceptionOf);
  }

  /** Whether a host bypasses the proxy. IPv6 addresses have no brackets. */
  covers(host: string, port: number): boolean {
    const name = host.toLowerCase().replace(/\.$/, "");
    const family = isIP(name);
    if (this.#all || (family !== 0 && this.#networks.check(name, family === 6 ? "ipv6" : "ipv4"))) return true;
    return this.#exceptions.some(
      (exception) =>
        (exception.port === undefined || exception.port === port) &&
        (name === exception.host || (!exception.isAddress && name.endsWith(`.${exception.host}`))),
    );
  }

  #addNetwork(entry: string): boolean {
    const [, address = "", bits = ""] = /^(.+)\/(\d{1,3})$/.exec(entry) ?? [];
    const family = isIP(address);
    if (family === 0 || Number(bits) > (family === 6 ? 128 : 32)) return false;
    this.#networks.addSubnet(address, Number(bits), family === 6 ? "ipv6" : "ipv4");
    return true;
  }
}

function exceptionOf(entry: string): Exception {
  const bare = isIP(entry) === 6 ? entry : undefined;
  const [, host = entry, port] = bare === undefined ? (/^(.+):(\d+)$/.exec(entry) ?? []) : [];
  const name = host
    .toLowerCase()
    .replace(/^\*?\./, "")
    .replace(/^\[|\]$|\.$/g, "");
  return { host: name, isAddress: isIP(name) !== 0, port: port === undefined ? undefined : Number(port) };
}
