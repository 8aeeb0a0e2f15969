import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { readDrawing } from "@/lib/content/pictures/read-drawing";

const folder = path.resolve(import.meta.dirname, "../../../public/sample/products");
const svg = (inside: string, attributes = 'width="8" height="8"') =>
  new TextEncoder().encode(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inside}</svg>`);
/** Each part draws the part before it ten times. */
const laughs = Array.from(
  { length: 8 },
  (_, n) => `<g id="p${n + 1}">${`<use href="#p${n}"/>`.repeat(10)}</g>`,
).join("");

describe("a drawing", () => {
  it("becomes a picture: every one of the sample shop", { timeout: 120_000 }, async () => {
    for (const file of readdirSync(folder).filter((name) => name.endsWith(".svg")))
      expect(await readDrawing(readFileSync(path.join(folder, file))), file).toMatchObject({
        mime: "image/webp",
        width: 1600,
        height: 1200,
      });
  });

  it.each([
    ["runs a script", svg("<script>1</script>")],
    ["holds a page", svg("<foreignObject><p>x</p></foreignObject>")],
    ["fetches a picture", svg('<image href="http://127.0.0.1/a.png"/>')],
    ["reads a file", svg('<use href="file:///etc/passwd#x"/>')],
    ["fetches a style", svg('<path style="fill:url(http://127.0.0.1/#a)" d="M0 0"/>')],
    [
      "declares entities",
      new TextEncoder().encode('<!DOCTYPE svg [<!ENTITY a "x">]><svg width="8" height="8"/>'),
    ],
    ["names an entity", svg("<text>&a;</text>")],
    ["is repeated without end", svg(`<rect id="p0" width="1" height="1"/>${laughs}<use href="#p8"/>`)],
    ["hides the end of a tag", svg('<g id="a"><path d="/>"></path></g>')],
    ["is too large to draw", svg("", 'width="100000" height="100000"')],
    ["has too many shapes", svg("<path/>".repeat(6_000))],
    ["is long", svg(`<title>${"x".repeat(600_000)}</title>`)],
    ["is a web page", new TextEncoder().encode("<html><svg></svg></html>")],
    ["is no text", new Uint8Array([0xff, 0xd8, 0xff])],
  ])("is none when it %s", async (_, bytes) => {
    expect(await readDrawing(bytes)).toBe(null);
  });
});
