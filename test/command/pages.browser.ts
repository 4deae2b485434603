import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import axe from "axe-core";
import { type Browser, chromium, type Page } from "playwright-core";
import { accessHtml, driftHtml, historyHtml } from "./html-pages";

interface Look {
  /** In pixels. */
  readonly width: number;
  readonly theme: "light" | "dark";
}

/** Every look that a page must do well in. */
const LOOKS: readonly Look[] = [1280, 390].flatMap((width) =>
  (["light", "dark"] as const).map((theme) => ({ width, theme })),
);

interface Opened {
  readonly page: Page;
  /** Errors and warnings of its console, errors of its script, and what it asked the network for. Must stay empty. */
  readonly complaints: readonly string[];
}

/** Where PAGES_SHOTS names a folder, each look is kept there as a picture, to be looked at. */
const { PAGES_BROWSER, PAGES_SHOTS: shots } = process.env;

const folder = mkdtempSync(join(tmpdir(), "pages-"));
let browser: Browser;

/** Opens the text of a page from a file, as users do. */
async function open(text: string, { width, theme }: Look): Promise<Opened> {
  const file = join(folder, "page.html");
  writeFileSync(file, text);
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: theme });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("dialog", (dialog) => complaints.push(dialog.message()));
  const address = pathToFileURL(file).href;
  page.on("request", (request) => {
    if (request.url() !== address && !request.url().startsWith("data:")) complaints.push(request.url());
  });
  await page.goto(address);
  return { page, complaints };
}

/** What axe-core complains of in a page, one line for each. */
async function violationsOf(page: Page): Promise<string[]> {
  // In the browser it is a global of this name.
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<axe.AxeResults>("axe.run(document, { resultTypes: ['violations'] })");
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}

/** Asserts that nothing of a page is wider than its window, so that nobody has to scroll sideways to read. */
async function assertFits(page: Page): Promise<void> {
  const [inner, outer] = await page.evaluate<[number, number]>(
    "[document.documentElement.scrollWidth, document.documentElement.clientWidth]",
  );
  assert.ok(inner <= outer, `${inner} pixels of content in ${outer}`);
}

/** Asserts that no text of others ran. */
async function assertUnbroken({ page, complaints }: Opened): Promise<void> {
  assert.equal(await page.evaluate("window.broken"), undefined);
  assert.equal(await page.locator("img, iframe, object, embed, a, script, [onmouseover], [onload]").count(), 0);
  assert.deepEqual(complaints, []);
}

const documents = {
  drift: driftHtml(30),
  access: accessHtml(40),
  history: historyHtml(8),
};
const others = {
  "drift of nothing": driftHtml(0),
  "access of nobody": accessHtml(0),
  "history of nothing": historyHtml(0),
  "history of many moves": historyHtml(130),
};

describe("the documents of -o html in a browser", function () {
  this.timeout(120_000);

  before(async () => {
    if (PAGES_BROWSER === undefined) throw new Error("these tests need a browser: run them with `npm run pages`");
    browser = await chromium.launch({ executablePath: PAGES_BROWSER });
  });
  after(async () => {
    await browser.close();
    rmSync(folder, { recursive: true });
  });

  for (const [name, text] of Object.entries({ ...documents, ...others }))
    for (const look of Object.hasOwn(documents, name) ? LOOKS : LOOKS.slice(-1))
      it(`${name}: is well at ${look.width} pixels in ${look.theme}, and no text in it is more than text (row 130)`, async () => {
        const opened = await open(text, look);
        await assertFits(opened.page);
        if (shots !== undefined) {
          const path = `${shots}/${name.replaceAll(" ", "-")}-${look.width}-${look.theme}.png`;
          await opened.page.screenshot({ path, fullPage: true });
        }
        await assertUnbroken(opened);
        assert.deepEqual(await violationsOf(opened.page), []);
      });

  it("prints in dark letters, also where the screen is dark", async () => {
    const { page, complaints } = await open(driftHtml(30), { width: 1280, theme: "dark" });
    await page.emulateMedia({ media: "print" });
    assert.equal(await page.evaluate<string>("getComputedStyle(document.body).color"), "rgb(27, 31, 36)");
    assert.ok((await page.pdf()).length > 5000);
    assert.deepEqual(complaints, []);
  });
});
