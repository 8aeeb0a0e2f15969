import { describe, expect, it } from "vitest";
import { type Chooser, offerRefusal } from "@/lib/payments/offers/decide-offer";
import { type OfferRules, offerRules } from "@/lib/payments/offers/schema";

type Asked = {
  goods?: [number, number[] | null][] | null;
  level?: number | "none";
  country?: string;
  device?: string;
};

const chooser = ({ goods = [[1, [10]]], level, country, device = "desktop" }: Asked): Chooser => ({
  goods: async () => goods?.map(([productId, categoryIds]) => ({ productId, categoryIds })) ?? null,
  levelId: async () => level ?? null,
  country: async () => country ?? null,
  device: device as Chooser["device"],
});

const refused = (rules: Partial<OfferRules>, asked: Asked = {}) =>
  offerRefusal(offerRules.parse(rules), chooser(asked));

describe("a channel with rules", () => {
  it.each<[string, Partial<OfferRules>, Asked, string | null]>([
    ["without any, everything", {}, { goods: null }, null],
    ["a listed product", { product_ids: [1] }, {}, null],
    ["another product", { product_ids: [2] }, {}, "channel_goods"],
    ["a category above", { category_ids: [9] }, { goods: [[1, [10, 9]]] }, null],
    [
      "one line of two",
      { product_ids: [1] },
      {
        goods: [
          [1, []],
          [2, []],
        ],
      },
      "channel_goods",
    ],
    [
      "product or category",
      { product_ids: [1], category_ids: [7] },
      {
        goods: [
          [1, [10]],
          [2, [7]],
        ],
      },
      null,
    ],
    ["an excepted product", { goods_meaning: "except", product_ids: [1] }, {}, "channel_goods"],
    [
      "one excepted line of two",
      { goods_meaning: "except", category_ids: [7] },
      {
        goods: [
          [1, [10]],
          [2, [7]],
        ],
      },
      "channel_goods",
    ],
    ["none excepted", { goods_meaning: "except", product_ids: [3] }, {}, null],
    ["an order of which nothing is known", { product_ids: [1] }, { goods: [] }, "channel_goods"],
    [
      "a product that is gone where others are excepted",
      { goods_meaning: "except", category_ids: [7] },
      { goods: [[1, null]] },
      "channel_goods",
    ],
    ["a top-up where goods are listed", { product_ids: [1] }, { goods: null }, "channel_goods"],
    [
      "a top-up where goods are excepted",
      { goods_meaning: "except", product_ids: [1] },
      { goods: null },
      null,
    ],
    ["a guest where guests are named", { buyers: ["guests"] }, {}, null],
    ["a guest where a level is named", { buyers: ["3"] }, {}, "channel_buyer"],
    ["the level", { buyers: ["guests", "3"] }, { level: 3 }, null],
    ["another level", { buyers: ["guests", "3"] }, { level: 4 }, "channel_buyer"],
    ["a member without a level is no guest", { buyers: ["guests"] }, { level: "none" }, "channel_buyer"],
    ["the country", { countries: ["DE", "AT"] }, { country: "AT" }, null],
    ["another country", { countries: ["DE"] }, { country: "FR" }, "channel_country"],
    ["no country", { countries: ["DE"] }, {}, "channel_country"],
    [
      "an excepted country",
      { countries_meaning: "except", countries: ["DE"] },
      { country: "DE" },
      "channel_country",
    ],
    ["no country where some are excepted", { countries_meaning: "except", countries: ["DE"] }, {}, null],
    ["the device", { devices: ["phone", "wechat"] }, { device: "wechat" }, null],
    ["another device", { devices: ["phone"] }, { device: "wechat" }, "channel_device"],
  ])("decides about %s", async (_, rules, asked, outcome) => {
    expect(await refused(rules, asked)).toBe(outcome);
  });

  it("reads nothing of a buyer that no rule asks for", async () => {
    const unread = () => Promise.reject(new Error("read"));
    const nobody: Chooser = { goods: unread, levelId: unread, country: unread, device: "phone" };
    expect(await offerRefusal(offerRules.parse({ devices: ["phone"] }), nobody)).toBeNull();
  });
});
