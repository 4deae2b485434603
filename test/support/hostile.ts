/** Texts that would reach another route if they were put into a path without escaping. */
export const hostileUids: Readonly<Record<string, string>> = {
  "dots that go up": "../x",
  "dots in between": "a/../b",
  "escaped dots": "%2e%2e",
  "two slashes": "a//b",
  "a slash in front": "/a",
  "a query": "a?x=1",
  "a fragment": "a#b",
  "a custom verb": "a:revokeScimToken",
  "a NUL": "a\u0000",
  "a line break": "a\r\nx-injected: 1",
  "white space": "a b",
  "a letter beyond ASCII": "á",
  "a full-width slash": "a／b",
  "10 KB": "a".repeat(10_240),
};

/** Addresses that no request can be sent to, or that contain a password. */
export const hostileSinks: Readonly<Record<string, string>> = {
  "no URL": "sink.example.com",
  "another scheme": "ftp://sink.example.com",
  "a user and a password": "https://user:canary-password@sink.example.com",
  "a user alone": "https://user@sink.example.com",
  "port 0": "https://sink.example.com:0/",
  "loopback in full-width digits": "https://１２７.0.0.1/",
  "white space": "https://sink.example.com/a b",
  "a line break": "https://sink.example.com/\nx",
};

/** Addresses that the platform accepts, and that would send events in clear text or into a private network. */
export const doubtfulSinks: Readonly<Record<string, string>> = {
  "plain http": "http://sink.example.com",
  "the metadata service": "https://169.254.169.254/latest",
  "the metadata service, spelled with a dot": "https://169.254.169.254./latest",
  "loopback in IPv6": "https://[::1]/",
  "a private address in IPv6": "https://[::ffff:10.0.0.1]/",
  "10.0.0.0/8": "https://10.0.0.1/",
  "172.16.0.0/12": "https://172.31.255.255/",
  "192.168.0.0/16": "https://192.168.1.1/",
  "100.64.0.0/10": "https://100.64.0.1/",
  "127.0.0.0/8": "https://127.8.9.10/",
  "0.0.0.0/8": "https://0.0.0.0/",
  "loopback in decimal": "https://2130706433/",
  localhost: "https://localhost/",
  "localhost with a dot": "https://localhost./",
  "a name below localhost": "https://a.LOCALHOST/",
};
