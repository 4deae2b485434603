import assert from "node:assert/strict";
import { assertUnbroken, PageBrowser, until, violationsOf } from "../support/browser";
import { graphPage, HOSTILE_TEXTS, pageText } from "../support/page-data";

describe("a page of access in a browser", function () {
  this.timeout(60_000);

  const browser = new PageBrowser();
  before(() => browser.start());
  after(() => browser.close());

  const data = graphPage(500);
  const bindingsOf = (
    name: "identity" | "role",
    isIt: (one: { readonly id: string; readonly name: string }) => boolean,
  ) =>
    data.bindings.filter(([identity, role]) => {
      const one = name === "role" ? data.roles[role] : data.identities[identity];
      return one !== undefined && isIt(one);
    });
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
    const ofRole = bindingsOf("role", ({ name }) => name === "viewer").length;
    assert.match((await status.textContent()) ?? "", new RegExp(`^${ofRole} of 500 bindings in \\d+ groups$`));
    assert.equal(await rows.count(), ofRole);
    assert.deepEqual([...new Set(await rows.locator(".role").allTextContents())], ["viewer"]);
    await page.getByLabel("role", { exact: true }).selectOption("");
    const capability = data.capabilities[data.roles.find(({ name }) => name === "viewer")?.capabilities[0] ?? -1] ?? "";
    const roles = data.roles.flatMap(({ id, capabilities }) =>
      capabilities.some((place) => data.capabilities[place] === capability) ? [id] : [],
    );
    await page.getByLabel("capability", { exact: true }).selectOption(capability);
    assert.equal(await rows.count(), bindingsOf("role", ({ id }) => roles.includes(id)).length);
    await page.getByLabel("capability", { exact: true }).selectOption("");
    const [, { id } = { id: "" }] = data.identities;
    await page.getByLabel("identity", { exact: true }).selectOption(id);
    assert.equal(await rows.count(), bindingsOf("identity", (one) => one.id === id).length);
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
    const name = (await rows.first().locator(".identity").textContent()) ?? "";
    await rows.first().locator(".identity").click();
    assert.equal(await heading.textContent(), name);
    assert.ok(await heading.evaluate((element) => element.matches(":focus")));
    const bindings = bindingsOf("identity", (one) => one.name === name);
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
    // A click on a group shows its links, and leaves the focus in the tree.
    const summary = page.locator("summary", { hasText: /^department-1 / });
    await summary.click();
    assert.equal(await heading.textContent(), "department-1");
    assert.ok(await summary.evaluate((element) => element.matches(":focus")));
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
    assert.equal(await page.getByRole("button", { name: /^Who has access here/ }).count(), 0);
  });

  it("lists the capabilities of a role, and stays readable in a narrow window", async () => {
    const { page, heading } = await opened();
    await page.setViewportSize({ width: 390, height: 800 });
    await page.getByRole("button", { name: "viewer", exact: true }).first().click();
    assert.equal(await heading.textContent(), "viewer");
    assert.ok(await heading.isVisible());
    await page.locator(".panel summary").click();
    const viewer = data.roles.find(({ name }) => name === "viewer");
    assert.equal(await page.locator(".capabilities li").count(), viewer?.capabilities.length);
    assert.deepEqual(await violationsOf(page), []);
  });

  it("begins with the root, at the top, and below the tree in a narrow window", async () => {
    const { page, heading } = await opened();
    assert.equal(await heading.textContent(), "acme");
    assert.equal(await page.evaluate("scrollY"), 0);
    assert.equal(await page.locator(".panel .type").textContent(), "group, 46 bindings");
    const placeOf = async (name: string) => (await page.locator(name).boundingBox())?.y ?? 0;
    await page.setViewportSize({ width: 390, height: 800 });
    assert.ok((await placeOf(".panel")) > (await placeOf(".tree")));
    await page.getByRole("button", { name: "Close all groups" }).click();
    await page.locator("summary", { hasText: "acme" }).first().click();
    await page.getByRole("button", { name: "Who has access here, in acme", exact: true }).click();
    await until(async () => heading.evaluate((element) => element.matches(":focus")));
  });

  it("shows each number of bindings in one line, also beside a long name in a narrow window", async () => {
    const data = graphPage(40, { groups: 12 });
    const groups = data.groups.map((group, i) => ({ ...group, name: `department-${"x".repeat(8 + i)}` }));
    const { page } = await browser.open(pageText({ ...data, groups }), { width: 390, theme: "light" });
    const lines = await page
      .locator(".tree .count:visible")
      .evaluateAll((all) =>
        all.map((one) => (one as unknown as { getClientRects(): { length: number } }).getClientRects().length),
      );
    assert.ok(lines.length > 5);
    assert.deepEqual([...new Set(lines)], [1]);
  });

  it("says what its colors mean, and paints red what can give access alone", async () => {
    const { page } = await opened();
    assert.match((await page.locator(".legend").textContent()) ?? "", /role that can give access to others.*added by/);
    await page.getByRole("button", { name: "Open all groups" }).click();
    const red = await page.locator(".tree .danger").allTextContents();
    assert.deepEqual([...new Set(red)], ["owner"]);
  });

  it("names an identity by its name alone in its group, and elsewhere with its place", async () => {
    const { page, rows } = await opened();
    await page.getByRole("button", { name: "Open all groups" }).click();
    const texts = await rows.locator(".who").allTextContents();
    assert.ok(texts.some((text) => text.includes(" in acme/department-")));
    for (const text of texts) assert.doesNotMatch(text, /^acme/);
  });

  it("opens at what its address names, and at the root where that is unknown", async () => {
    const { page, heading } = await opened();
    const deploy = data.identities.find(({ name }) => name.startsWith("deploy-1@"));
    for (const [fragment, title] of [
      ["#role=role-0", "owner"],
      [`#identity=${encodeURIComponent(deploy?.id ?? "")}`, "deploy-1@example.com"],
      ["#role=%E0%A4%A", "acme"],
      ["#constructor=x", "acme"],
      ["#role=__proto__", "acme"],
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
    const page = graphPage(3, { isPlan: false });
    const it = await opened(page);
    const names = (await it.page.getByLabel("identity", { exact: true }).locator("option").allTextContents()).slice(1);
    assert.equal(names.length, new Set(page.bindings.map(([identity]) => identity)).size);
    assert.equal(await it.page.getByLabel("change", { exact: true }).count(), 0);
  });

  it("says so where there is no group", async () => {
    const { page, complaints } = await opened({ ...data, groups: [], identities: [], bindings: [] });
    assert.ok(await page.getByText("There is no group.").isVisible());
    assert.deepEqual(complaints, []);
  });
});
