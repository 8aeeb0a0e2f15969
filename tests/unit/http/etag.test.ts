import { expect, it } from "vitest";
import { etagOf, knowsEtag } from "@/lib/http/answer/etag";

const etag = etagOf("a text");
const opaque = etag.slice(2);

it.each([
  [etag, true],
  [opaque, true],
  [`"other", ${opaque}`, true],
  [`W/"other",${etag} , "x"`, true],
  ["*", true],
  ['"other"', false],
  [opaque.slice(1, -1), false],
  [`w/${opaque}`, false],
  [`W/W/${opaque}`, false],
  ["", false],
])("compares If-None-Match: %s weakly: %s", (header, isKnown) => {
  const request = new Request("http://shop.example/", { headers: { "if-none-match": header } });
  expect(knowsEtag(request, etag)).toBe(isKnown);
});

it("knows nothing without the header", () => {
  expect(knowsEtag(new Request("http://shop.example/"), etag)).toBe(false);
});
