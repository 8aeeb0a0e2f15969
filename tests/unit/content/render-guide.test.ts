import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import {
  type GuideName,
  guideFiles,
  guideNames,
  guidePrograms,
  servedAddress,
  servedMarkdown,
} from "@/lib/content/guide/guide-pages";
import { renderGuide } from "@/lib/content/guide/render-guide";

const root = path.resolve(import.meta.dirname, "../../..");
const pages = guideNames.map((name) => {
  const written = readFileSync(path.join(root, "docs", guideFiles[name]), "utf8");
  const source = servedMarkdown(name, written, "https://shop.example");
  return { name, source, ...renderGuide(source) };
});

/** Addresses of the shop that are no pages: the descriptions, the command and the programs. */
const files = [
  "/api/v1/openapi.json",
  "/api/v1/admin/openapi.json",
  "/docs/conformance.mjs",
  ...Object.keys(guidePrograms).map((name) => `/docs/files/${name}`),
];
const anchorsOf = (html: string) => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id = ""]) => id);
/** Every place that a link may lead to: pages and headings, as pages are read (`""`) or as Markdown (`".md"`). */
const placesOf = (ending: "" | ".md") =>
  new Set([
    ...files,
    ...pages.flatMap(({ name, html }) => {
      const address = `/docs/${name}${ending}`;
      return [address, ...anchorsOf(html).map((id) => `${address}#${id}`)];
    }),
  ]);
const isElsewhere = (link: string) => /^https?:|^mailto:/.test(link);
/** As a reader's program resolves it. */
const resolved = (link: string, page: string) =>
  isElsewhere(link)
    ? link
    : new URL(link, `https://shop.example${page}`).href.slice("https://shop.example".length);

describe("the guide", () => {
  it("leads to pages, headings and files that the shop serves, as pages and as Markdown [C204]", () => {
    const ofPages = pages.flatMap(({ name, html }) =>
      [...html.matchAll(/href="([^"]*)"/g)].map(([, href = ""]) => resolved(href, `/docs/${name}`)),
    );
    const ofTexts = pages.flatMap(({ name, source }) =>
      [...source.replaceAll(/^```[\s\S]*?^```$/gm, "").matchAll(/\]\(([^)\s]+)\)/g)].map(([, href = ""]) =>
        resolved(href, `/docs/${name}.md`),
      ),
    );
    for (const [links, places] of [
      [ofPages, placesOf("")],
      [ofTexts, placesOf(".md")],
    ] as const) {
      expect(links.length).toBeGreaterThan(15);
      expect(links.filter((link) => !isElsewhere(link) && !places.has(link))).toEqual([]);
      // Programs that an integrator is told to take.
      for (const file of files.filter((each) => each.startsWith("/docs/files/")))
        expect(links).toContain(file);
    }
  });

  it("says nothing that only the sources explain: rules, decisions, commands of a clone, source paths [C204]", () => {
    const insiders =
      /\b[CN]\d{2,3}\b|\bdecisions? \d+|\bnpm (run|test)\b|(?<![\w/.])(lib|tests|messages|tools|app|server|scripts|components|prisma)\/[\w.[*<]/gi;
    // This chapter names how the command is run from a clone, too.
    const source = ({ name, source }: { name: GuideName; source: string }) =>
      name === "interconnect" ? source.replace(/^## Checking your side$[\s\S]*?(?=^## )/m, "") : source;
    const found = pages.flatMap((page) =>
      [...source(page).matchAll(insiders)].map(([word]) => `${page.name}: ${word}`),
    );
    expect(found).toEqual([]);
  });

  it("gives every section the anchor that its heading has on the page", () => {
    for (const { name, title, html, sections } of pages) {
      expect(title, name).not.toBe("");
      for (const { id, depth } of sections.filter(({ depth }) => depth > 1))
        expect(html, name).toContain(`<h${depth} id="${id}">`);
    }
  });

  it("shows code as it is written", () => {
    const { html } = renderGuide("# A\n\n```js\nif (a < b && c > d) go();\n```\n");
    expect(html).toBe("<pre><code>if (a &lt; b &amp;&amp; c &gt; d) go();</code></pre>\n");
  });

  it("searches and lists text without its marks, and code as it is written", () => {
    const { sections } = renderGuide("# A\n\n**Of** [this `x`](/docs/api.md) and `a*b` | `c|d`\n");
    expect(sections[0]?.text).toBe("Of this x and a*b c|d");
  });

  it.each([
    ["interconnect", "api.md#envelope", "/docs/api.md#envelope"],
    ["delivery-server", "../refusals.md", "/docs/refusals.md"],
    ["delivery-server", "server.py", "/docs/files/server.py"],
    ["api", "server.py", undefined],
    ["api", "../examples/restock.py", "/docs/files/restock.py"],
    ["api", "https://example.com/a", "https://example.com/a"],
    ["api", "#signing", "#signing"],
    ["api", "../tests/api/x.test.ts", undefined],
    ["api", "decisions/0001-x.md", undefined],
  ] as const)("leads from %s by %s to %s", (page, href, address) => {
    expect(servedAddress(page, href)).toBe(address);
  });

  it("serves a page without remarks and links to sources, and leaves code alone", () => {
    const written =
      "<!-- Made from x. -->\n\n# A\n\n[one](../lib/a.ts), [two](api.md)\n\n```sh\n[a](b) http://localhost:8080\n```\n";
    expect(servedMarkdown("limits", written, "https://shop.example")).toBe(
      "# A\n\none, [two](/docs/api.md)\n\n```sh\n[a](b) https://shop.example\n```\n",
    );
  });
});
