import { expect, it } from "vitest";
import { compilePattern } from "@/lib/core/formats/linear-pattern";

it.each([
  ["^[a-z]{3,20}$", "abc", "ab"],
  ["^\\d{17}[\\dXx]$", "11010519491231002X", "1101"],
  ["^[\\w.+-]{1,64}@[\\w-]{1,63}(\\.[\\w-]{2,63}){1,3}$", "a.b@example.com", "a@b"],
  ["^[\u4e00-\u9fff]{1,100}$", "密钥", "key"],
  ["^[^]a]{2}\\{3}$", "bb{3}", "ab"],
  ["^(a{2}){3}$", "aaaaaa", "aaaa"],
])("%s is taken", (pattern, good, bad) => {
  expect([compilePattern(pattern)?.matches(good), compilePattern(pattern)?.matches(bad)]).toEqual([
    true,
    false,
  ]);
});

it.each([
  "(.?){1000}",
  "(.?){1000}".repeat(10),
  "((((.?.?.?.?.?.?.?.?.?.?){10}){10}){10})",
  "(((a{30}){30}){30})",
  `${".?".repeat(90)}{1000}`,
  "([^]{}()]{9}){500}",
  "a".repeat(201),
  "(?=a)",
  "(a)\\1",
  "(",
  "[",
  "\\",
])("%s is refused: it is none, or too large [C83]", (pattern) => {
  expect(compilePattern(pattern)).toBeNull();
});

it("compiles a pattern once", () => {
  expect(compilePattern("^x{2}$")).toBe(compilePattern("^x{2}$"));
});
