import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { guideFiles, guideNames, servedAddress } from "@/lib/content/guide/guide-pages";
import { renderGuide } from "@/lib/content/guide/render-guide";

const root = path.resolve(import.meta.dirname, "../../..");
const rendered = guideNames.map((name) => ({
  name,
  ...renderGuide(readFileSync(path.join(root, "docs", guideFiles[name]), "utf8")),
}));

describe("the guide", () => {
  it("leads within itself to pages and headings that are there", () => {
    const places = new Set(
      rendered.flatMap(({ name, html }) => [
        `/docs/${name}`,
        ...[...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => `/docs/${name}#${id}`),
      ]),
    );
    const links = rendered.flatMap(({ name, html }) =>
      [...html.matchAll(/href="([^"]*)"/g)].map(([, href = ""]) =>
        href.startsWith("#") ? `/docs/${name}${href}` : href,
      ),
    );
    expect(links.length).toBeGreaterThan(10);
    expect(links.filter((link) => !/^https?:|^mailto:/.test(link) && !places.has(link))).toEqual([]);
  });

  it("gives every section the anchor that its heading has on the page", () => {
    for (const { name, title, html, sections } of rendered) {
      expect(title, name).not.toBe("");
      for (const { id, depth } of sections.filter(({ depth }) => depth > 1))
        expect(html, name).toContain(`<h${depth} id="${id}">`);
    }
  });

  it("shows code as it is written", () => {
    const { html } = renderGuide("# A\n\n```js\nif (a < b && c > d) go();\n```\n");
    expect(html).toBe('<pre tabindex="0"><code>if (a &lt; b &amp;&amp; c &gt; d) go();</code></pre>\n');
  });

  it.each([
    ["api.md#envelope", "/docs/api#envelope"],
    ["../refusals.md", "/docs/refusals"],
    ["https://example.com/a", "https://example.com/a"],
    ["#signing", "#signing"],
    ["../tests/api/x.test.ts", undefined],
    ["decisions/0001-x.md", undefined],
  ])("leads from %s to %s", (href, address) => {
    expect(servedAddress(href)).toBe(address);
  });
});
