import assert from "node:assert/strict";
import { assertFits, assertUnbroken, LOOKS, PageBrowser, violationsOf } from "../support/browser";
import { accessHtml, driftHtml, historyHtml } from "../support/html-pages";

/** Where PAGES_SHOTS names a folder, each look is kept there as a picture, to be looked at. */
const shots = process.env.PAGES_SHOTS;

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

  const browser = new PageBrowser();
  before(() => browser.start());
  after(() => browser.close());

  for (const [name, text] of Object.entries({ ...documents, ...others })) {
    for (const look of Object.hasOwn(documents, name) ? LOOKS : LOOKS.slice(-1)) {
      it(`${name}: is well at ${look.width} pixels in ${look.theme}, and no text in it is more than text (row 130)`, async () => {
        const opened = await browser.open(text, look);
        await assertFits(opened.page);
        if (shots !== undefined) {
          const path = `${shots}/${name.replaceAll(" ", "-")}-${look.width}-${look.theme}.png`;
          await opened.page.screenshot({ path, fullPage: true });
        }
        await assertUnbroken(opened);
        assert.deepEqual(await violationsOf(opened.page), []);
      });
    }
  }

  it("prints in dark letters, also where the screen is dark", async () => {
    const { page, complaints } = await browser.open(driftHtml(30), { width: 1280, theme: "dark" });
    await page.emulateMedia({ media: "print" });
    assert.equal(await page.evaluate<string>("getComputedStyle(document.body).color"), "rgb(27, 31, 36)");
    assert.ok((await page.pdf()).length > 5000);
    assert.deepEqual(complaints, []);
  });
});
