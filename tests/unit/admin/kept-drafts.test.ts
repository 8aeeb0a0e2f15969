import { describe, expect, it } from "vitest";
import { type FieldSpec, isSecretField, sayValue, withoutSecrets } from "@/components/admin/form/field-spec";
import {
  draftPlace,
  dropDraft,
  dropOldDrafts,
  type KeptDraft,
  keepDraft,
  readDrafts,
} from "@/components/admin/form/kept-drafts";
import { changedByBoth } from "@/components/admin/form/use-draft";

/** A browser's storage with room for so many characters. */
function aStore(room = Number.POSITIVE_INFINITY) {
  const rows = new Map<string, string>();
  return {
    get length() {
      return rows.size;
    },
    key: (index: number) => [...rows.keys()][index] ?? null,
    getItem: (key: string) => rows.get(key) ?? null,
    removeItem: (key: string) => void rows.delete(key),
    setItem: (key: string, text: string) => {
      if (text.length > room) throw new DOMException("full", "QuotaExceededError");
      rows.set(key, text);
    },
  };
}

const day = 24 * 60 * 60 * 1000;
const place = draftPlace("7", "PATCH /admin/coupons/3");
const aDraft = (id: string, title: string, at = day): KeptDraft => ({
  id,
  at,
  values: { title },
  before: { title: "" },
});
const titles = (drafts: readonly KeptDraft[]) => drafts.map(({ values }) => values);

describe("a draft in the browser", () => {
  it("belongs to a person and to a form of one record [C202]", () => {
    const store = aStore();
    keepDraft(store, place, aDraft("a", "Half"));
    expect(titles(readDrafts(store, place, day))).toEqual([{ title: "Half" }]);
    for (const other of [
      draftPlace("8", "PATCH /admin/coupons/3"),
      draftPlace("7", "PATCH /admin/coupons/4"),
      draftPlace("7", "POST /admin/coupons"),
    ])
      expect(readDrafts(store, other, day)).toEqual([]);
  });

  it("is written anew by its own form, and beside it by another tab or visit, three at most [C202]", () => {
    const store = aStore();
    for (const [id, title] of [
      ["a", "H"],
      ["a", "Half"],
      ["b", "Other"],
      ["c", "Third"],
      ["d", "Fourth"],
    ] as const)
      keepDraft(store, place, aDraft(id, title));
    expect(readDrafts(store, place, day).map(({ id }) => id)).toEqual(["d", "c", "b"]);
    dropDraft(store, place, "c", day);
    expect(readDrafts(store, place, day).map(({ id }) => id)).toEqual(["d", "b"]);
  });

  it("leaves nothing behind once it was saved or thrown away, and goes after two weeks [C202]", () => {
    const store = aStore();
    store.setItem("keyshelf.admin.steps", "folded");
    keepDraft(store, place, aDraft("a", "Half"));
    dropDraft(store, place, "a", day);
    expect(store.length).toBe(1);
    keepDraft(store, place, aDraft("a", "Half"));
    expect(readDrafts(store, place, 14 * day)).toHaveLength(1);
    expect(readDrafts(store, place, 15 * day)).toEqual([]);
    dropOldDrafts(store, 15 * day);
    expect(store.length).toBe(1);
  });

  it.for([
    ["has no room", aStore(10)],
    ["is refused to pages", null],
  ] as const)("is not kept where storage %s, and nothing fails [C202]", ([, store]) => {
    expect(keepDraft(store, place, aDraft("a", "Half"))).toBe(false);
    expect(readDrafts(store, place, day)).toEqual([]);
  });

  it("is nothing where somebody else wrote there [C202]", () => {
    const store = aStore();
    for (const text of ["{", "7", "[1, null, {}]"]) {
      store.setItem(place, text);
      expect(readDrafts(store, place, day)).toEqual([]);
    }
  });
});

describe("what a browser may keep of a form", () => {
  it.for([
    ["password", { kind: "password", name: "smtp" }, true],
    ["a picture of money that arrived", { kind: "proof", name: "proof" }, true],
    ["a field that says so", { kind: "textarea", name: "code", isSecret: true }, true],
    ["a gateway's key", { kind: "text", name: "settings.app_private_key" }, true],
    ["a token", { kind: "text", name: "bot_token" }, true],
    ["what is sold", { kind: "textarea", name: "content" }, true],
    ["a coupon's code", { kind: "text", name: "code" }, false],
    ["a key word", { kind: "text", name: "keyword" }, false],
    ["a title", { kind: "text", name: "title" }, false],
  ] as const)("%s [C202]", ([, spec, isSecret]) => {
    expect(isSecretField({ label: "", ...spec } as FieldSpec)).toBe(isSecret);
  });

  it("is every other value, by name [C202]", () => {
    const fields: FieldSpec[] = [
      { kind: "text", name: "title", label: "" },
      { kind: "password", name: "secret", label: "" },
    ];
    expect(withoutSecrets(fields, { title: "Half", secret: "hunter2" })).toEqual({ title: "Half" });
  });
});

describe("a field that two people changed", () => {
  it("is found, and one that either left alone, or both wrote alike, is not [C202]", () => {
    const before = { both: "a", mine: "a", theirs: "a", alike: "a" };
    const draft = { both: "b", mine: "b", theirs: "a", alike: "b" };
    const theirs = { both: "c", mine: "a", theirs: "c", alike: "b" };
    expect(changedByBoth({ ...draft, theirs: "c" }, { before, theirs })).toEqual(["both"]);
    expect(changedByBoth(draft, null)).toEqual([]);
  });

  it.for([
    [{ kind: "html" }, "<p>One</p><p>Two <b>three</b></p>", "One\nTwo three"],
    [{ kind: "switch" }, true, "On"],
    [{ kind: "select", options: [{ value: "a", label: "First" }] }, "a", "First"],
    [{ kind: "text" }, "As it is", "As it is"],
  ] as const)("is said in words: %s", ([spec, value, said]) => {
    const whole = { name: "x", label: "X", ...spec } as FieldSpec;
    expect(sayValue(whole, value, { on: "On", off: "Off" })).toBe(said);
  });
});
