import { expect, it } from "vitest";
import { classesOf, readStyle } from "../../../server/pages/page-style";

const keeps = (css: string, ...classes: string[]) => readStyle(css)(new Set(classes)) === css;

it.each([
  ["p{top:0}", [], ["a"]],
  [".a{top:0}", ["a"], ["b"]],
  [".a .b{top:0}", ["a", "b"], ["a"]],
  [".a,.b{top:0}", ["b"], ["c"]],
  [".sm\\:a{top:0}", ["sm:a"], ["sm"]],
  [".\\32 xl\\:a{top:0}", ["2xl:a"], ["2xl"]],
  [".w-\\[calc\\(1px\\+2px\\)\\]{top:0}", ["w-[calc(1px+2px)]"], ["w-"]],
  [".p-1\\.5>:not(:last-child){top:0}", ["p-1.5"], ["p-1"]],
  [".a:is(:where(.group):hover *){top:0}", ["a"], ["group"]],
  [".a:not(.b){top:0}", ["a"], ["b"]],
  ['.a[data-x=".b"]{top:0}', ["a"], ["b"]],
  ["@media print{.a{top:0}}", ["a"], ["b"]],
  ["@layer u{@supports (top:0){.a{top:0}.b{top:0}}}", ["a", "b"], ["c"]],
] as const)(
  "keeps %s where the page has elements for it, and no rule of it elsewhere",
  (css, needed, others) => {
    expect(keeps(css, ...needed)).toBe(true);
    if (needed.length > 0) expect(readStyle(css)(new Set(others))).toBe("");
  },
);

it.each([
  '@charset "utf-8";',
  "@layer a,b;",
  "@font-face{font-family:x}",
  "@keyframes x{0%{top:0}to{top:1px}}",
  '@property --x{syntax:"*";inherits:false}',
  "@layer a,b;@keyframes x{0%{top:0}}p{top:0}@layer b{p{top:1px}}@media print{p{top:2px}}p{top:3px}",
])("keeps %s on every page, in its order", (css) => {
  expect(keeps(css)).toBe(true);
});

it("finds the classes of a page as a style names them", () => {
  const html =
    '<p class="a sm:b"><i data-class="no" class="[&amp;&gt;p]:c a\n  before:content-[&#x27;x&#x27;]">class="text"</i>';
  expect(classesOf(html)).toEqual(new Set(["a", "sm:b", "[&>p]:c", "before:content-['x']"]));
});
