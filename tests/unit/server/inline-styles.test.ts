import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { inliningStyles } from "../../../server/pages/inline-styles";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "keyshelf-styles-"));
  mkdirSync(path.join(folder, "chunks"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const linkTo = (name: string) =>
  `<link rel="stylesheet" href="/_next/static/chunks/${name}" nonce="n0nce" data-precedence="next"/>`;
const font = '</_next/static/media/a.woff2>; rel=preload; as="font"; crossorigin=""';

async function finish(html: string, link?: string) {
  const { body, headers } = await inliningStyles(folder)({
    status: 200,
    headers: { "content-type": "text/html", ...(link ? { link } : {}) },
    body: Buffer.from(html),
  });
  return { html: body.toString(), headers };
}

const write = (name: string, css: string) => writeFileSync(path.join(folder, "chunks", name), css);

it("leaves out the rules that no element of the page has a class for", async () => {
  write("a.css", "@layer x,y;@layer y{.a{top:0}@media print{.b{top:1px}}.c{top:2px}}");
  const { html } = await finish(`${linkTo("a.css")}<p class="c a">`);
  expect(html).toContain(">@layer x,y;@layer y{.a{top:0}.c{top:2px}}</style>");
});

it("writes the styles that a page names into it, and asks for none of them ahead", async () => {
  write("a.css", 'p{background:url(../media/b.svg)}a{color:red;mask:url("data:image/svg+xml,$&")}');
  const { html, headers } = await finish(
    `<head>${linkTo("a.css")}</head><body><p>商店</p></body>`,
    `${font}, </_next/static/chunks/a.css>; rel=preload; as="style"; nonce="n0nce"`,
  );
  expect(html).toBe(
    '<head><style data-precedence="next">p{background:url(/_next/static/media/b.svg)}a{color:red;mask:url("data:image/svg+xml,$&")}</style></head>' +
      '<body><p>商店</p><link rel="preload" as="style" fetchpriority="low" href="/_next/static/chunks/a.css"/></body>',
  );
  expect(headers).toEqual({ "content-type": "text/html", link: font });
});

it.each([
  ["a file that is not there", null],
  ["what would end the style's own element", 'p::after{content:"</style>"}'],
])("keeps the links of a page with %s", async (_, css) => {
  write("a.css", "p{}");
  if (css !== null) write("b.css", css);
  const page = `${linkTo("a.css")}${linkTo("b.css")}`;
  expect((await finish(page, font)).html).toBe(page);
});

it("takes each page's styles in their order", async () => {
  write("a.css", "p{}");
  write("b.css", "a{}");
  const { html } = await finish(`${linkTo("b.css")}${linkTo("a.css")}`);
  expect(html.replaceAll(/<\/?style[^>]*>/g, "|")).toBe("|a{}||p{}|");
});
