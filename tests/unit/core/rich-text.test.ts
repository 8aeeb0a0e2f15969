import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { plainTextOf, sanitiseHtml } from "@/lib/core/formats/rich-text";

describe("sanitiseHtml", () => {
  it("keeps what a writer needs", () => {
    const html =
      '<h2>Title</h2><p>Some <strong>bold</strong> <em>text</em> with <a href="/lookup">a link</a></p><ul><li>one</li></ul><table><tbody><tr><td colspan="2">x</td></tr></tbody></table>';
    expect(sanitiseHtml(html)).toBe(html);
  });

  it.each([
    ["<script>alert(1)</script>", ""],
    ["<p onclick=alert(1)>x</p>", "<p>x</p>"],
    ["<img src=x onerror=alert(1)>", '<img src="x" alt="" loading="lazy" />'],
    ["<img src='data:image/svg+xml,<svg onload=alert(1)>'>", ""],
    ["<a href='javascript:alert(1)'>x</a>", "<a>x</a>"],
    ["<a href='JaVaScRiPt&#58;alert(1)'>x</a>", "<a>x</a>"],
    ["<a href='java\tscript:alert(1)'>x</a>", "<a>x</a>"],
    ["<a href='//evil.example'>x</a>", "<a>x</a>"],
    ["<a href='http://plain.example'>x</a>", "<a>x</a>"],
    ["<a href='mailto:me@example.com'>x</a>", '<a href="mailto:me@example.com">x</a>'],
    ["<svg><script>alert(1)</script></svg>", ""],
    ["<math><mtext><style><img src=x onerror=alert(1)></style></mtext></math>", ""],
    ["<style>body{display:none}</style>", ""],
    ["<p style='position:fixed'>x</p>", "<p>x</p>"],
    ["<iframe src='https://e.example'></iframe>", ""],
    ["<form action='/x'><input name=a><button>b</button></form>", "b"],
    ["<!-- <script>alert(1)</script> -->", ""],
    ["<h1>x</h1>", "<h2>x</h2>"],
    ["<p><data:text/html,<p><p>", "<p></p><p></p><p></p>"],
    ["<p>1 < 2 && 3 > 2</p>", "<p>1 &lt; 2 &amp;&amp; 3 &gt; 2</p>"],
  ])("makes %s harmless [A19]", (html, expected) => {
    expect(sanitiseHtml(html)).toBe(expected);
  });

  it("lets nothing out that runs, whatever comes in, and changes nothing when it cleans again [A19]", () => {
    const piece = fc.constantFrom(
      "<",
      ">",
      "/",
      "script",
      "img",
      "svg",
      "a",
      "p",
      " ",
      "onerror=",
      "href=",
      "src=",
      "'",
      '"',
      "javascript:",
      "alert(1)",
      "&#x6a;",
      "&lt;",
      "<!--",
      "-->",
      "<![CDATA[",
      "]]>",
      "style",
      "\u0000",
      "\t",
      "data:text/html,",
      "<p>",
      "</p>",
      "<math>",
      "<template>",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const clean = sanitiseHtml(pieces.join(""));
        const tags = [...clean.matchAll(/<([^>]*)>/g)].map(([, inside]) => inside ?? "");
        for (const tag of tags) {
          expect(tag).not.toMatch(/^\/?\s*(script|svg|math|style|iframe|template)/i);
          expect(tag.replace(/"[^"]*"/g, '""')).not.toMatch(/\son\w+\s*=/i);
          expect(tag).not.toMatch(/="\s*(javascript|data):/i);
        }
        expect(sanitiseHtml(clean)).toBe(clean);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("plainTextOf", () => {
  it("leaves the words, with spaces where blocks ended", () => {
    expect(
      plainTextOf("<h2>One</h2><p>two<br>three</p><script>no</script><ul><li>four</li><li>five</li></ul>"),
    ).toBe("One two three four five");
  });
});
