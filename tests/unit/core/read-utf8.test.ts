import { describe, expect, it } from "vitest";
import { withoutMark } from "@/lib/core/formats/read-utf8";
import { parseJson } from "@/lib/http/body/read-body";

const bytes = (text: string) => new TextEncoder().encode(text);

describe("a byte-order mark before JSON [C96]", () => {
  it.each(["\uFEFF", "\uFEFF\uFEFF", "\r\n\uFEFF", "\n\uFEFF\n\uFEFF"])("is ignored: %j", (mark) => {
    expect(withoutMark(`${mark}{"a":1}`)).toBe('{"a":1}');
    expect(parseJson(bytes(`${mark}{"a":1}`), { refuseRepeatedKeys: true })).toEqual({ a: 1 });
  });

  it("is text inside of one", () => {
    expect(withoutMark('{"a":"\uFEFF"}')).toBe('{"a":"\uFEFF"}');
    expect(withoutMark(" \n{}")).toBe(" \n{}");
  });
});
