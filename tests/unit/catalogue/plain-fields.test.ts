import { createTranslator } from "next-intl";
import { expect, it } from "vitest";
import { factsOf } from "@/app/(store)/products/[slug]/_components/facts-of";
import { emptyDraft, toProductBody } from "@/app/admin/(panel)/products/_components/product-draft";
import { fieldsOf } from "@/components/admin/form/fields-of";
import { plainBody, plainNames, shownDrawn, staffDrawn } from "@/lib/catalogue/admin/fields/schema";

const languages = ["en", "zh"] as const;
const words = async (locale: string, area: string, namespace?: string) =>
  createTranslator({
    locale,
    messages: { [area]: (await import(`../../../messages/${locale}/${area}.json`)).default },
    namespace: namespace ? `${area}.${namespace}` : area,
    onError: (problem: Error) => {
      throw problem;
    },
  } as never) as never;

it.each(languages)(
  "every field of a product has its words in %s, and so has each of its choices",
  async (locale) => {
    const fields = [
      ...fieldsOf(plainBody, null, await words(locale, "admin-sell", "product"), staffDrawn),
      ...fieldsOf(plainBody, null, await words(locale, "catalogue"), shownDrawn),
    ];
    expect(fields.map(({ name }) => name).sort()).toEqual([...plainNames].sort());
    expect(fields).toContainEqual(
      expect.objectContaining({
        kind: "select",
        name: "stock_display",
        options: ["exact", "range", "words"].map((value) => ({ value, label: expect.stringMatching(/./) })),
      }),
    );
  },
);

it("the form of a new product sends what its body takes, whatever is left empty", async () => {
  const plain = [
    ...fieldsOf(plainBody, null, await words("en", "admin-sell", "product"), staffDrawn),
    ...fieldsOf(plainBody, null, await words("en", "catalogue"), shownDrawn),
  ];
  const draft = emptyDraft("1", plain);
  for (const { name } of plain.filter(({ empty }) => empty === "null")) {
    const body = toProductBody({ ...draft, plain: { ...draft.plain, [name]: "" } }, plain);
    expect(plainBody.safeParse(body), name).toMatchObject({ success: true, data: { [name]: null } });
  }
});

const known = ["fields.grade.gold", "fields.refund.fact"];
const say = Object.assign(
  (key: string, values?: object) => (values ? `“${key}” ${JSON.stringify(values)}` : `“${key}”`),
  { has: (key: string) => known.includes(key) },
);

it("a field that shoppers read is a line of the product's page, unless it says nothing", () => {
  const product = {
    days: 30,
    grade: "gold",
    region: "EU",
    gift: true,
    refund: 14,
    used: false,
    note: null,
    hint: "",
    other: 1,
  };
  expect(
    factsOf(product, say, ["days", "grade", "region", "gift", "refund", "used", "note", "hint"]),
  ).toEqual([
    "“fields.days.label”: 30",
    "“fields.grade.label”: “fields.grade.gold”",
    "“fields.region.label”: EU",
    "“fields.gift.label”",
    '“fields.refund.fact” {"value":14}',
  ]);
});
