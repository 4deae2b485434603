import assert from "node:assert/strict";
import { output } from "@pulumi/pulumi";
import { Provider, takesOver } from "../../../src/program/classes/provider-instance";
import type { ProviderArgs } from "../../../src/program/generated/inputs";

const refusal = (args: object): string => {
  try {
    new Provider("emea", args as ProviderArgs);
  } catch (error) {
    return String((error as Error).message);
  }
  return assert.fail("it was not refused");
};

describe("the settings of a Provider", () => {
  const baseUrl = "https://emea.example.com";

  it("need an address: that of the stack is another platform's", () => {
    assert.match(refusal({ token: "canary" }), /^new platform\.Provider\("emea"\): baseUrl is required/);
    assert.match(refusal({ token: "canary", baseUrl: "" }), /baseUrl is required/);
  });

  it("need credentials: those of the stack would go to another host", () => {
    for (const args of [{}, { token: undefined }, { token: "" }, { registryToken: "canary" }]) {
      const message = refusal({ baseUrl, ...args });
      assert.match(
        message,
        /: no token is set\. .* are never sent to the address of another provider\. Set token, tokenFile, tokenCommand or identity$/,
      );
    }
  });

  it("are refused when they are misspelled, or made of an Output by a template literal", () => {
    assert.match(refusal({ baseUrl, tokn: "canary" }), /: tokn is unknown\. Must be one of: baseUrl, /);
    assert.match(refusal({ baseUrl: `https://${output("emea")}`, token: "canary" }), /: baseUrl was made of an Output/);
    assert.doesNotMatch(refusal({ baseUrl, tokn: "canary" }), /canary/);
  });

  it("say by a known word what becomes of objects that exist", () => {
    const given = (adoptExisting: unknown) => ({ baseUrl, token: "canary", adoptExisting });
    assert.match(refusal(given("always")), /: adoptExisting: must be never, identical or sameKey$/);
    const provider = (adoptExisting: unknown) => new Provider("emea", given(adoptExisting) as ProviderArgs);
    for (const mode of ["never", "", undefined]) assert.equal(takesOver(provider(mode)), false);
    for (const mode of ["identical", "sameKey", output("identical")]) assert.equal(takesOver(provider(mode)), true);
  });
});
