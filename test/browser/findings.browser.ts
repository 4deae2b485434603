import assert from "node:assert/strict";
import { assertUnbroken, PageBrowser } from "../support/browser";
import { findingsPage, HOSTILE_TEXTS, pageText } from "../support/page-data";

describe("a page of findings in a browser", function () {
  this.timeout(60_000);

  const browser = new PageBrowser();
  before(() => browser.start());
  after(() => browser.close());

  const opened = async (count = 60) => {
    const it = await browser.open(pageText(findingsPage(count)));
    const { page } = it;
    const shown = () => page.locator("tbody tr:visible").count();
    return { ...it, shown, status: page.getByRole("status"), search: page.getByLabel("Search") };
  };

  it("has a heading with its count for each section, and says where there is nothing", async () => {
    const { page, complaints } = await opened();
    const headings = await page.getByRole("heading", { level: 2 }).allTextContents();
    assert.deepEqual(headings, ["Changed 30", "Unmanaged 30", "Deleted 0"]);
    assert.ok(await page.getByText("Nothing was deleted.").isVisible());
    assert.equal(await page.getByRole("table", { name: "Changed" }).count(), 1);
    assert.deepEqual(complaints, []);
  });

  it("finds the rows with all words, tells how many there are, and shows all again", async () => {
    const { page, shown, status, search } = await opened();
    assert.equal(await status.textContent(), "60 rows");
    await search.fill("TEAM-1 rolebinding");
    await page.getByText("3 of 60 rows").waitFor();
    assert.equal(await shown(), 3);
    assert.match((await page.getByRole("heading", { name: "Changed" }).textContent()) ?? "", /3 of 30$/);
    await search.fill("nothing has this");
    await page.getByText("0 of 60 rows").waitFor();
    assert.equal(await page.getByText("No row is left by the filter.").count(), 2);
    await search.fill("");
    await page.getByText("60 rows", { exact: true }).waitFor();
    assert.equal(await shown(), 60);
  });

  it("filters by the values of a column in all sections, by keyboard too", async () => {
    const { page, shown, status } = await opened();
    const severity = page.getByLabel("severity");
    assert.deepEqual(await severity.locator("option").allTextContents(), ["all", "critical", "high", "medium", "low"]);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    assert.ok(await severity.evaluate((element) => element.matches(":focus")));
    await page.keyboard.press("ArrowDown");
    assert.equal(await status.textContent(), "15 of 60 rows");
    await page.getByLabel("kind").selectOption("Group");
    assert.equal(await status.textContent(), "5 of 60 rows");
    assert.equal(await shown(), 5);
  });

  it("sorts by a column, in its order", async () => {
    const { page } = await opened();
    const table = page.getByRole("table", { name: "Changed" });
    const first = () => table.locator("tbody tr").first().innerText();
    await table.getByRole("button", { name: "SEVERITY" }).focus();
    await page.keyboard.press("Enter");
    assert.equal(await table.getByRole("columnheader", { name: "SEVERITY" }).getAttribute("aria-sort"), "ascending");
    assert.match(await first(), /^critical/);
    await page.keyboard.press("Enter");
    assert.match(await first(), /^low/);
    assert.equal(await table.getByRole("columnheader", { name: "SEVERITY" }).getAttribute("aria-sort"), "descending");
  });

  it("shows what others wrote as text, and nothing of it runs", async () => {
    const it = await opened();
    const cells = await it.page.getByRole("table", { name: "Changed" }).locator("td").allTextContents();
    for (const text of HOSTILE_TEXTS) assert.ok(cells.includes(text.replace(/[\u2028\u2029]/g, " ")), text);
    await it.search.fill(HOSTILE_TEXTS[1]);
    await it.page.getByText("1 of 60 rows").waitFor();
    await assertUnbroken(it);
  });

  it("with nothing found has no fields to filter with", async () => {
    const { page } = await opened(0);
    assert.equal(await page.getByRole("search").count(), 0);
    assert.ok(await page.getByText("Nothing was changed.").isVisible());
  });
});
