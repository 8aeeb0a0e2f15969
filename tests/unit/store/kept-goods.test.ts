import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  countKept,
  forgetGoods,
  forgetGoodsOfOthers,
  isKeeping,
  keepGoods,
  keptGoodsKey,
} from "@/components/store/offline/kept-goods";

const stored = new Map<string, string>();
let room = Number.POSITIVE_INFINITY;
let viewer: string | undefined;

vi.stubGlobal("localStorage", {
  getItem: (key: string) => stored.get(key) ?? null,
  removeItem: (key: string) => stored.delete(key),
  setItem: (key: string, value: string) => {
    if (value.length > room) throw new Error("QuotaExceededError");
    stored.set(key, value);
  },
});
vi.stubGlobal("document", {
  querySelector: () => (viewer === undefined ? null : { dataset: { viewer } }),
});

const anOrder = (order_no: string, texts: string[], further: object = {}) => ({
  order_no,
  created_at: "2026-11-29T08:00:00Z",
  items: [
    {
      id: 1,
      title: "Tidemill",
      sku_name: "Deluxe",
      quantity: 1,
      kind: "card_key" as const,
      fulfillment: { secrets: texts, instructions: "Redeem it", ...further },
    },
  ],
});

const inStorage = () => stored.get(keptGoodsKey) ?? "";

beforeEach(() => {
  stored.clear();
  room = Number.POSITIVE_INFINITY;
  viewer = undefined;
});

describe("the goods that a browser keeps", () => {
  it("are none until somebody asks for it, and then stand by order, the latest first [C196]", () => {
    expect([isKeeping(), countKept()]).toEqual([false, 0]);
    expect(keepGoods(anOrder("A1", ["KEY-A"]))).toBe(true);
    keepGoods(anOrder("A2", ["KEY-B"]));
    keepGoods(anOrder("A2", ["KEY-B"]));
    expect([isKeeping(), countKept()]).toEqual([true, 2]);
    expect(JSON.parse(inStorage()).orders).toEqual([
      {
        orderNo: "A2",
        at: "2026-11-29T08:00:00Z",
        goods: [{ title: "Tidemill · Deluxe", texts: ["KEY-B"], instructions: "Redeem it" }],
      },
      expect.objectContaining({ orderNo: "A1" }),
    ]);
    forgetGoods();
    expect([isKeeping(), stored.size]).toEqual([false, 0]);
  });

  it.each([
    ["a gift", { ...anOrder("A1", ["KEY-A"]), gift: { status: "sent" } }],
    ["a refunded order", anOrder("A1", [])],
    [
      "a text that is kept up to date",
      anOrder("A1", ["LIVING"], { living: { state: "current", text: "LIVING" } }),
    ],
    ["a link to a file", anOrder("A1", ["https://f"], { files: [{ url: "https://f" }] })],
  ])("are not those of %s, and what was kept of it before goes [C196]", (_, order) => {
    keepGoods(anOrder("A1", ["KEY-A"]));
    keepGoods(order);
    expect(countKept()).toBe(0);
    expect(inStorage()).not.toMatch(/KEY-A|LIVING|https/);
  });

  it.each<[string, string | undefined, string | undefined, boolean]>([
    ["a guest's stay for the guest", undefined, undefined, true],
    ["a guest's stay for somebody who logs in", undefined, "7", true],
    ["an account's stay for it", "7", "7", true],
    ["an account's go when its session is over", "7", undefined, false],
    ["an account's go for another account", "7", "8", false],
  ])("%s [C196]", (_, owner, reader, stay) => {
    viewer = owner;
    keepGoods(anOrder("A1", ["KEY-A"]));
    viewer = reader;
    // Asked for by nobody else, they are no wish of this reader.
    expect(isKeeping()).toBe(owner === reader);
    forgetGoodsOfOthers();
    expect(inStorage().includes("KEY-A")).toBe(stay);
  });

  it("never come together with those of another account, even before its page has looked [C196]", () => {
    viewer = "7";
    keepGoods(anOrder("A1", ["KEY-A"]));
    viewer = undefined;
    keepGoods(anOrder("A2", ["KEY-B"]));
    expect(inStorage()).not.toContain("KEY-A");
    expect(inStorage()).toContain("KEY-B");
  });

  it("make room for new ones, the oldest first, and are refused in words where there is none", () => {
    for (const number of [1, 2, 3]) keepGoods(anOrder(`A${number}`, ["K".repeat(100)]));
    room = inStorage().length;
    expect(keepGoods(anOrder("A4", ["K".repeat(100)]))).toBe(true);
    expect(JSON.parse(inStorage()).orders.map(({ orderNo }: { orderNo: string }) => orderNo)).toEqual([
      "A4",
      "A3",
      "A2",
    ]);
    room = 10;
    expect(keepGoods(anOrder("A5", ["KEY"]))).toBe(false);
    stored.clear();
    for (let number = 0; number < 60; number++) {
      room = Number.POSITIVE_INFINITY;
      keepGoods(anOrder(`B${number}`, ["KEY"]));
    }
    expect(countKept()).toBe(50);
  });

  it.each(["nonsense", "null", "[]", '{"version":2,"orders":[]}', '{"version":1,"orders":5}'])(
    "are none in a storage that says %s",
    (text) => {
      stored.set(keptGoodsKey, text);
      expect([isKeeping(), countKept()]).toEqual([false, 0]);
      expect(keepGoods(anOrder("A1", ["KEY-A"]))).toBe(true);
      expect(countKept()).toBe(1);
    },
  );
});
