import assert from "node:assert/strict";
import { assertUnbroken, PageBrowser, until, violationsOf } from "../support/browser";
import { graphPage, HOSTILE_TEXTS, pageText } from "../support/page-data";

describe("a page of access in a browser", function () {
  this.timeout(60_000);

  const browser = new PageBrowser();
  before(() => browser.start());
  after(() => browser.close());

  const data = graphPage(500);
  const opened = async (page = data) => {
    const it = await browser.open(pageText(page));
    return {
      ...it,
      status: it.page.getByRole("status"),
      search: it.page.getByLabel("Search groups, identities and roles"),
      rows: it.page.locator(".tree .bindings li:visible"),
      links: it.page.locator(".links .bindings li"),
      heading: it.page.locator(".panel h2"),
    };
  };

  it("shows the tree of groups with the number of bindings, and opens and closes it by keyboard", async () => {
    const { page, status, rows, complaints } = await opened();
    assert.equal(await status.textContent(), "500 bindings in 46 groups");
    const root = page.locator("summary", { hasText: "acme" });
    assert.equal(await root.textContent(), "acme 46 here, 454 below");
    assert.equal(await rows.count(), 46);
    await root.focus();
    await page.keyboard.press("Enter");
    assert.equal(await rows.count(), 0);
    await page.getByRole("button", { name: "Open all groups" }).click();
    assert.equal(await rows.count(), 500);
    await page.getByRole("button", { name: "Close all groups" }).click();
    assert.equal(await rows.count(), 0);
    assert.deepEqual(complaints, []);
  });

  it("filters by role, capability and identity, and opens the groups with what is left", async () => {
    const { page, status, rows } = await opened();
    await page.getByLabel("role", { exact: true }).selectOption({ label: "viewer" });
    const ofRole = data.bindings.filter(({ role }) => role === "role-2").length;
    assert.match((await status.textContent()) ?? "", new RegExp(`^${ofRole} of 500 bindings in \\d+ groups$`));
    assert.equal(await rows.count(), ofRole);
    assert.deepEqual([...new Set(await rows.locator(".role").allTextContents())], ["viewer"]);
    await page.getByLabel("role", { exact: true }).selectOption("");
    const capability = "CAP_AREA_0_ACTION_0";
    const roles = data.roles.flatMap(({ id, capabilities }) => (capabilities.includes(capability) ? [id] : []));
    await page.getByLabel("capability", { exact: true }).selectOption(capability);
    assert.equal(await rows.count(), data.bindings.filter(({ role }) => roles.includes(role)).length);
    await page.getByLabel("capability", { exact: true }).selectOption("");
    await page.getByLabel("identity", { exact: true }).selectOption("identity-7");
    assert.equal(await rows.count(), data.bindings.filter(({ identity }) => identity === "identity-7").length);
    await page.getByLabel("identity", { exact: true }).selectOption("");
    await page.getByLabel("change", { exact: true }).selectOption("removed");
    assert.equal(await rows.count(), 1);
  });

  it("searches in names of groups, identities and roles", async () => {
    const { page, search, status, rows } = await opened();
    await search.fill("ci-0@ OWNER");
    await page.getByText(/^\d of 500 bindings/).waitFor();
    for (const text of await rows.allTextContents()) assert.match(text, /ci-0@example\.com.*owner/);
    await search.fill("department-3");
    await until(async () => !/^\d of/.test((await status.textContent()) ?? ""));
    assert.ok((await rows.count()) > 20);
  });

  it("shows what an identity is linked to, and goes on from there and back", async () => {
    const { page, rows, links, heading, complaints } = await opened();
    assert.equal(await heading.textContent(), "Nothing is selected");
    const name = (await rows.first().locator(".identity").textContent()) ?? "";
    await rows.first().locator(".identity").click();
    assert.equal(await heading.textContent(), name);
    assert.ok(await heading.evaluate((element) => element.matches(":focus")));
    const { id } = data.identities.find((identity) => identity.name === name) ?? {};
    const bindings = data.bindings.filter(({ identity }) => identity === id);
    assert.match(
      (await page.locator(".panel .type").textContent()) ?? "",
      new RegExp(`, ${bindings.length} bindings$`),
    );
    assert.equal(await links.locator(".name.group").count(), bindings.length);
    const role = page.locator(".links .name.role").first();
    const roleName = (await role.textContent()) ?? "";
    await role.focus();
    await page.keyboard.press("Enter");
    // The browser announces a new address a moment later.
    await until(async () => (await heading.textContent()) === roleName);
    await page.goBack();
    await until(async () => (await heading.textContent()) === name);
    assert.deepEqual(complaints, []);
  });

  it("shows who has access in a group, what it inherits, and opens large branches on demand", async () => {
    const { page, links, heading } = await opened();
    await page.getByRole("button", { name: "Open all groups" }).click();
    await page.getByRole("button", { name: "Who has access here, in department-1" }).click();
    assert.equal(await heading.textContent(), "department-1");
    await page.getByText("group acme/department-1").waitFor();
    const folded = page.locator(".links summary").first();
    const shown = () => page.locator(".links .bindings li:visible").count();
    const before = await shown();
    await folded.focus();
    await page.keyboard.press("Enter");
    const after = await shown();
    assert.equal(`${after - before} bindings`, await folded.textContent());
    assert.ok(await folded.evaluate((element) => element.matches(":focus")));
    assert.ok((await links.filter({ hasText: "from acme" }).count()) > 0);
    assert.equal(await page.locator("svg").count(), 0);
  });

  it("lists the capabilities of a role, and stays readable in a narrow window", async () => {
    const { page, heading } = await opened();
    await page.setViewportSize({ width: 390, height: 800 });
    await page.getByRole("button", { name: "viewer", exact: true }).first().click();
    assert.equal(await heading.textContent(), "viewer");
    assert.ok(await heading.isVisible());
    await page.locator(".panel summary").click();
    assert.equal(await page.locator(".capabilities li").count(), data.roles[2]?.capabilities.length);
    assert.deepEqual(await violationsOf(page), []);
  });

  it("opens at what its address names, and at nothing where that is unknown", async () => {
    const { page, heading } = await opened();
    for (const [fragment, title] of [
      ["#role=role-0", "owner"],
      ["#identity=identity-1", "deploy-1@example.com"],
      ["#role=%E0%A4%A", "Nothing is selected"],
      ["#constructor=x", "Nothing is selected"],
      ["#role=__proto__", "Nothing is selected"],
    ] as const) {
      await page.evaluate(`location.hash = ${JSON.stringify(fragment)}`);
      await until(async () => (await heading.textContent()) === title);
      assert.equal(await heading.textContent(), title);
    }
  });

  it("shows what others wrote as text, and nothing of it runs", async () => {
    const it = await opened();
    await it.page.getByRole("button", { name: "Open all groups" }).click();
    const text = (await it.page.locator("main").innerText()).replaceAll("\u00a0", " ");
    for (const hostile of HOSTILE_TEXTS) assert.ok(text.includes(hostile.replace(/[\u2028\u2029]/g, " ")), hostile);
    await it.page.locator(".bindings .role", { hasText: HOSTILE_TEXTS[0] }).first().click();
    assert.equal(await it.heading.textContent(), HOSTILE_TEXTS[0]);
    await assertUnbroken(it);
  });

  it("offers what is bound only", async () => {
    const identities = [
      { id: "i1", name: "ci" },
      { id: "i2", name: "idle" },
    ];
    const bindings = [{ id: "b", identity: "i1", role: "role-2", group: "root" }];
    const { page, rows } = await opened({ ...data, identities, bindings });
    for (const [label, name] of [
      ["identity", "ci"],
      ["role", "viewer"],
    ] as const) {
      const options = page.getByLabel(label, { exact: true }).locator("option");
      assert.deepEqual(await options.allTextContents(), ["all", name]);
    }
    await rows.first().locator(".identity").click();
    assert.equal(await page.locator(".panel .type").textContent(), "identity, 1 binding");
  });

  it("says so where there is no group", async () => {
    const { page, complaints } = await opened({ ...data, groups: [], bindings: [] });
    assert.ok(await page.getByText("There is no group.").isVisible());
    assert.deepEqual(complaints, []);
  });
});
