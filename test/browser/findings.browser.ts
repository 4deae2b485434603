import assert from "node:assert/strict";
import type { FindingsPage } from "../../src/cli/page";
import { assertUnbroken, PageBrowser, until } from "../support/browser";
import { advisoriesPage, findingsPage, HOSTILE_TEXTS, pageText } from "../support/page-data";

describe("a page of findings in a browser", function () {
  this.timeout(60_000);

  const browser = new PageBrowser();
  before(() => browser.start());
  after(() => browser.close());

  const opened = async (data: FindingsPage = findingsPage(60)) => {
    const it = await browser.open(pageText(data));
    const { page } = it;
    const shown = () => page.locator("tbody tr:visible").count();
    return { ...it, shown, status: page.getByRole("status"), search: page.getByLabel("Search") };
  };
  const grants = "Unmanaged grants";

  it("begins with four numbers, each a link to its section, and says in words what is dangerous", async () => {
    const { page, complaints } = await opened();
    const tiles = page.getByRole("list", { name: "Numbers of findings" }).getByRole("link");
    assert.deepEqual(await tiles.allTextContents(), [
      "30 unmanaged grants 7 can give access, or might",
      "10 other unmanaged objects",
      "10 changed of 20 resources",
      "10 deleted",
    ]);
    await tiles.nth(2).click();
    const heading = page.getByRole("heading", { name: "Changed outside of Pulumi" });
    await until(
      async () => ((await heading.boundingBox())?.y ?? -1) >= 0 && ((await heading.boundingBox())?.y ?? 999) < 100,
    );
    assert.deepEqual(complaints, []);
  });

  it("has a heading with its count for each section, and what its rows have in common", async () => {
    const { page } = await opened();
    const headings = await page.locator("main").getByRole("heading", { level: 2 }).allTextContents();
    assert.deepEqual(headings, [
      "Unmanaged grants 30",
      "Other unmanaged objects 10",
      "Changed outside of Pulumi 10",
      "Deleted outside of Pulumi 10",
    ]);
    assert.equal(await page.getByText("Same in all rows: KIND iam:RoleBinding").count(), 1);
    assert.equal(await page.getByRole("table", { name: grants }).count(), 1);
  });

  it("lists grants by danger, and only what gives access is red", async () => {
    const { page } = await opened();
    const table = page.getByRole("table", { name: grants });
    const allows = await table.locator("td[data-label=ALLOWS]").allTextContents();
    const order = ["giving access", "unknown", "changing IAM", "deleting", "reading"];
    assert.deepEqual(
      [...new Set(allows)].filter((text) => text !== "unknown"),
      order.filter((text) => text !== "unknown"),
    );
    assert.deepEqual([...new Set(await page.locator("main td .tone.bad").allTextContents())], ["giving access"]);
    assert.equal(await table.locator("td[data-label=ROLE] .tone").count(), 0);
  });

  it("breaks long names after a slash", async () => {
    const { page } = await browser.open(pageText(findingsPage(60)), { width: 390, theme: "light" });
    assert.ok((await page.locator("td[data-label=WHO]").first().locator("wbr").count()) >= 2);
    assert.equal(await page.locator("h1 wbr").count(), 1);
  });

  it("shows what changed field by field, and of a list what only one side has", async () => {
    const { page } = await opened();
    const first = page.getByRole("table", { name: "Changed outside of Pulumi" }).locator("tbody tr").first();
    const [list, text] = [first.locator(".change").nth(0), first.locator(".change").nth(1)];
    assert.equal(await list.locator(".path").textContent(), "capabilities");
    assert.equal(await list.locator(".kept").textContent(), " 2 unchanged");
    assert.deepEqual(await list.locator("ins").allTextContents(), ['+ "CAP_REPO_DELETE"']);
    assert.equal(await list.locator("del").count(), 0);
    assert.deepEqual(await text.locator("del").allTextContents(), ['− "pushes images"']);
  });

  it("says of each finding what to do, with text to copy", async () => {
    const { page } = await opened();
    const first = page.getByRole("table", { name: "Changed outside of Pulumi" }).locator("tbody tr").first();
    await first.locator("summary").focus();
    await page.keyboard.press("Enter");
    assert.deepEqual(await first.locator(".copyable code").allTextContents(), [
      "pulumi up --refresh --stack dev",
      ["capabilities", "description"]
        .map(
          (field) => `iam:Role 89d5a4b0c1d2e3f405162738495a6b7c8d9eaf01/0000000000004e21 ${field} # deployer-changed-0`,
        )
        .join("\n"),
    ]);
    const copy = first.getByRole("button", { name: "Copy pulumi up --refresh --stack dev" });
    await copy.click();
    await until(async () => /^(Copied|Selected)$/.test((await copy.textContent()) ?? ""));
    assert.equal(await page.evaluate("String(getSelection())"), "pulumi up --refresh --stack dev");
  });

  it("finds the rows with all words, whole uids and changes too, and shows all again", async () => {
    const { page, shown, status, search } = await opened();
    assert.equal(await status.textContent(), "60 rows");
    await search.fill("TEAM-1 owner");
    await page.getByText("1 of 60 rows").waitFor();
    assert.equal(await shown(), 1);
    assert.match((await page.getByRole("heading", { name: grants }).textContent()) ?? "", /1 of 30$/);
    await search.fill("nothing has this");
    await page.getByText("0 of 60 rows").waitFor();
    assert.equal(await page.getByText("No row matches the filter.").count(), 4);
    await search.fill("cap_repo_delete");
    await page.getByText("10 of 60 rows").waitFor();
    await search.fill("89d5a4b0c1d2e3f405162738495a6b7c8d9eaf01/0000000000004e21");
    await page.getByText("1 of 60 rows").waitFor();
    await search.fill("");
    await page.getByText("60 rows", { exact: true }).waitFor();
    assert.equal(await shown(), 60);
  });

  it("filters by the values of a column in all sections, by keyboard too", async () => {
    const { page, shown, status } = await opened(advisoriesPage(60));
    const severity = page.getByLabel("severity", { exact: true });
    assert.deepEqual(await severity.locator("option").allTextContents(), [
      "all",
      "critical",
      "high",
      "medium",
      "unknown",
    ]);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    assert.ok(await severity.evaluate((element) => element.matches(":focus")));
    await page.keyboard.press("ArrowDown");
    assert.equal(await status.textContent(), "15 of 60 rows");
    await page.getByLabel("artifact", { exact: true }).selectOption("openssl");
    assert.equal(await status.textContent(), "5 of 60 rows");
    assert.equal(await shown(), 5);
  });

  it("begins with what is open and severe, and sorts by a column in its order", async () => {
    const { page } = await opened(advisoriesPage(60));
    const table = page.getByRole("table");
    const first = () => table.locator("tbody tr").first().innerText();
    assert.match(await first(), /^critical/);
    assert.match(await table.locator("tbody tr").last().innerText(), /fixed/);
    await table.getByRole("button", { name: "SEVERITY" }).focus();
    await page.keyboard.press("Enter");
    assert.equal(await table.getByRole("columnheader", { name: "SEVERITY" }).getAttribute("aria-sort"), "ascending");
    assert.match(await first(), /^critical/);
    await page.keyboard.press("Enter");
    assert.match(await first(), /^unknown/);
    assert.equal(await table.getByRole("columnheader", { name: "SEVERITY" }).getAttribute("aria-sort"), "descending");
  });

  it("shows what others wrote as text, and nothing of it runs", async () => {
    const it = await opened();
    const cells = await it.page.getByRole("table", { name: grants }).locator("td").allTextContents();
    for (const text of HOSTILE_TEXTS) {
      const shown = text.replace(/[\u2028\u2029]/g, " ");
      assert.ok(
        cells.some((cell) => cell.endsWith(`/${shown}`)),
        text,
      );
    }
    await it.search.fill(`team-1/${HOSTILE_TEXTS[1]}`);
    await it.page.getByText("1 of 60 rows").waitFor();
    await assertUnbroken(it);
  });

  it("with nothing found has no fields to filter with", async () => {
    const { page } = await opened(findingsPage(0));
    assert.equal(await page.getByRole("search").count(), 0);
    assert.ok(await page.getByText("There is no drift.").isVisible());
  });
});
