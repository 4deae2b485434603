import assert from "node:assert/strict";
import { assertFits, assertUnbroken, drawTime, LOOKS, PageBrowser, violationsOf } from "../support/browser";
import { advisoriesPage, findingsPage, graphPage, HOSTILE_TEXTS, pageText, seriesPage } from "../support/page-data";

/** Where PAGES_SHOTS names a folder, each look is kept there as a picture, to be looked at. */
const shots = process.env.PAGES_SHOTS;

const pages = {
  series: { ...seriesPage(40), title: HOSTILE_TEXTS[0] ?? "" },
  "series of a few": seriesPage(4),
  drift: findingsPage(30),
  "drift of nothing": findingsPage(0),
  advisories: advisoriesPage(30),
  graph: graphPage(500),
};

describe("the pages of -o html in a browser", function () {
  this.timeout(120_000);

  const browser = new PageBrowser();
  before(() => browser.start());
  after(() => browser.close());

  for (const [name, data] of Object.entries(pages)) {
    for (const look of LOOKS) {
      it(`${name}: is well at ${look.width} pixels in ${look.theme}, without a violation of accessibility`, async () => {
        const opened = await browser.open(pageText(data, ["12 of 300 differ.", ...HOSTILE_TEXTS]), look);
        const option = opened.page.locator("details.actions summary").first();
        if ((await option.count()) > 0) await option.click();
        await assertFits(opened.page);
        if (shots !== undefined) {
          const path = `${shots}/${name.replaceAll(" ", "-")}-${look.width}-${look.theme}.png`;
          await opened.page.screenshot({ path, fullPage: look.width > 1000 });
        }
        await assertUnbroken(opened);
        assert.deepEqual(await violationsOf(opened.page), []);
      });
    }
  }

  it("lets nobody make markup of text, add a script, or ask the network", async () => {
    const { page, complaints } = await browser.open(pageText(findingsPage(3)));
    const ended = (code: string) =>
      page.evaluate<string>(`(async () => { ${code} })().then(() => "done", ({ name }) => name)`);
    assert.equal(await ended("document.body.innerHTML = '<b>x</b>'"), "TypeError");
    assert.equal(await ended("document.createElement('script').textContent = 'window.broken = 1'"), "TypeError");
    assert.equal(await ended("await fetch('https://evil.example/')"), "TypeError");
    assert.equal(
      await ended("const image = new Image(); image.src = 'https://evil.example/'; await image.decode()"),
      "EncodingError",
    );
    assert.equal(
      await ended("document.body.setAttribute('onclick', 'window.broken = 1'); document.body.click()"),
      "TypeError",
    );
    // The browser reports each one.
    assert.ok(complaints.length >= 3, complaints.join("\n"));
    assert.equal(await page.evaluate("window.broken"), undefined);
  });

  it("draws 500 bindings, 500 findings and 500 moves in a second on an idle machine", async () => {
    for (const page of [graphPage(500), findingsPage(500), seriesPage(500)]) {
      const ms = await drawTime((await browser.open(pageText(page))).page);
      console.log(`      ${page.kind}: 500 drawn in ${Math.round(ms)} ms`);
      // Three times as long, for the machine of a test is seldom idle.
      assert.ok(ms <= 3000, `${page.kind}: ${ms} ms`);
    }
  });

  it("prints all that is folded, in dark letters, also where the screen is dark", async () => {
    for (const data of [graphPage(100), seriesPage(5)]) {
      const { page, complaints } = await browser.open(pageText(data), { width: 1280, theme: "dark" });
      await page.emulateMedia({ media: "print" });
      const color = await page.evaluate<string>("getComputedStyle(document.body).color");
      assert.equal(color, "rgb(27, 31, 36)");
      await page.evaluate("dispatchEvent(new Event('beforeprint'))");
      assert.equal(await page.locator("details:not([open])").count(), 0);
      await page.evaluate("dispatchEvent(new Event('afterprint'))");
      assert.equal((await page.locator("details:not([open])").count()) > 0, data.kind === "graph");
      assert.ok((await page.pdf()).length > 5000);
      assert.deepEqual(complaints, []);
    }
  });
});
