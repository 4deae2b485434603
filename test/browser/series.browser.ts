import assert from "node:assert/strict";
import { PageBrowser, until } from "../support/browser";
import { digestOf } from "../support/command";
import { pageText, seriesPage } from "../support/page-data";

describe("a page of a history in a browser", function () {
  this.timeout(60_000);

  const browser = new PageBrowser();
  before(() => browser.start());
  after(() => browser.close());

  const opened = async (data = seriesPage(12)) => {
    const it = await browser.open(pageText(data));
    const { page } = it;
    return {
      ...it,
      slider: page.getByRole("slider"),
      told: page.locator(".told"),
      current: page.locator("tr[aria-current=true]"),
      canvas: page.locator(".chart canvas"),
    };
  };

  it("draws the steps and shows the last one", async () => {
    const { page, canvas, told, complaints } = await opened();
    const inked = await canvas.evaluate((element) => {
      // The page has a canvas there.
      const { width, height } = element as unknown as { width: number; height: number };
      const context = (element as unknown as { getContext(kind: string): unknown }).getContext("2d");
      const { data } = (
        context as { getImageData(x: number, y: number, w: number, h: number): { data: Uint8ClampedArray } }
      ).getImageData(0, 0, width, height);
      let count = 0;
      // The accent of the light theme.
      for (let i = 0; i < data.length; i += 4) if (data[i] === 11 && data[i + 1] === 92 && data[i + 2] === 173) count++;
      return count;
    });
    assert.ok(inked > 1000, `${inked} pixels of line`);
    assert.match((await told.textContent()) ?? "", /^12 of 12: digest sha256:b{64}, from 2026-02-10 .* to the end \(/);
    assert.equal(await page.getByRole("table", { name: "Moves" }).locator("tbody tr").count(), 12);
    assert.deepEqual(complaints, []);
  });

  it("goes through the steps by keyboard, and says each", async () => {
    const { page, slider, told, current } = await opened();
    await slider.focus();
    assert.ok(await slider.evaluate((element) => element.matches(":focus")));
    await page.keyboard.press("ArrowLeft");
    assert.match((await slider.getAttribute("aria-valuetext")) ?? "", /^11 of 12: digest sha256:a{64}/);
    await page.keyboard.press("Home");
    assert.match(
      (await told.textContent()) ?? "",
      /^1 of 12: digest sha256:0{64}, from 2026-01-05 08:30:00Z to 2026-01-08/,
    );
    assert.ok(((await current.textContent()) ?? "").includes(digestOf("0")));
    assert.equal(await current.count(), 1);
  });

  it("shows the step under the pointer, and the step of a row", async () => {
    const { page, told, canvas } = await opened();
    const box = await canvas.boundingBox();
    assert.ok(box);
    await page.mouse.move(box.x + box.width * 0.55, box.y + box.height / 3);
    await until(async () => !((await told.textContent()) ?? "").startsWith("12 of"));
    assert.match((await told.textContent()) ?? "", /^[567] of 12: /);
    await page.locator("tbody tr").nth(2).click();
    assert.match((await told.textContent()) ?? "", /^10 of 12: /);
  });

  it("begins with what was so before, which has no row", async () => {
    const { page, slider, told, current } = await opened(seriesPage(3, digestOf("f")));
    await slider.focus();
    await page.keyboard.press("Home");
    assert.match((await told.textContent()) ?? "", /^1 of 4: digest sha256:f{64}, from 2026-01-01/);
    assert.equal(await current.count(), 0);
    await page.keyboard.press("ArrowRight");
    assert.ok(((await current.textContent()) ?? "").includes(digestOf("0")));
  });

  it("says so where the tag was not moved, and draws a single step and a thousand", async () => {
    const none = await opened(seriesPage(0));
    assert.ok(await none.page.getByText("The tag did not move in this period.").isVisible());
    for (const count of [1, 1000]) {
      const { canvas, complaints } = await opened(seriesPage(count));
      assert.ok(((await canvas.boundingBox())?.height ?? 0) < 600);
      assert.deepEqual(complaints, []);
    }
  });

  it("is drawn again for another width", async () => {
    const { page, canvas } = await opened();
    await page.setViewportSize({ width: 390, height: 800 });
    await until(async () => ((await canvas.boundingBox())?.width ?? 999) < 391);
    assert.ok(((await canvas.boundingBox())?.width ?? 0) > 300);
  });
});
