import { describe, expect, it } from "vitest";
import { channelProviders, isHttpProvider } from "@/lib/notifications/outbound/find-provider";
import { messageLimits, type OperatorMessage } from "@/lib/notifications/outbound/message";

const url = "https://shop.example.com/admin/orders/K0123456789ABCDEF";
const settings = {
  url: "https://messenger.example/x",
  api_url: "https://messenger.example",
  secret: `whsec_${"A".repeat(44)}`,
};
const bytesOf = (text: unknown) => Buffer.byteLength(String(text));

type Body = Record<string, unknown>;
interface Embed {
  title: string;
  url: string;
  fields: { name: string; value: string }[];
}

/** Units that the messenger counts, and the most of them that it takes. Null: no published limit. */
const measures: Record<string, ((body: Body) => [size: number, most: number][]) | null> = {
  webhook: null,
  wecom: (body) => [[bytesOf((body["text"] as { content: string }).content), messageLimits.wecom.bytes]],
  telegram: (body) => [
    [
      String(body["text"])
        .replace(/<\/?b>/g, "")
        .replace(/&(amp|lt|gt);/g, "x").length,
      messageLimits.telegram.characters,
    ],
  ],
  serverchan: (body) => [
    [String(body["title"]).length, messageLimits.serverchan.title],
    [bytesOf(body["desp"]), messageLimits.serverchan.bytes],
  ],
  bark: ({ device_key: _, ...body }) => [
    [
      bytesOf(JSON.stringify(body).replace(/[<>&]/g, "\\u0000")) + messageLimits.bark.envelope / 2,
      messageLimits.bark.bytes,
    ],
  ],
  discord: (body) => {
    const [embed] = body["embeds"] as [Embed];
    const { title, name, value, fields, characters } = messageLimits.discord;
    const sizes = embed.fields.map((field) => field.name.length + field.value.length);
    return [
      [embed.title.length, title],
      [embed.fields.length, fields],
      [embed.title.length + sizes.reduce((sum, size) => sum + size, 0), characters],
      ...embed.fields.flatMap((field): [number, number][] => [
        [field.name.length, name],
        [field.value.length, value],
      ]),
    ];
  },
};

const messages = [
  ["Chinese", "\u6d4b"],
  ["emoji", "\u{1F600}"],
  ["quotes", '"<&>\\\n'],
  ["letters", "x"],
].flatMap(([name = "", sign = ""]) =>
  [1, 700, 900, 40_000].map((length) => {
    const rows = Array.from(
      { length: 30 },
      (_, index) => [`${index} ${sign.repeat(200)}`, sign.repeat(length)] as const,
    );
    const message: OperatorMessage = {
      kind: "sale",
      title: sign.repeat(length),
      rows,
      url,
      count: 1,
      at: "2026-01-01T00:00:00Z",
    };
    return { name: `${name}, ${length}`, message };
  }),
);

/** Events go to programs, and carry no message. */
const providers = channelProviders.filter(isHttpProvider).filter(({ code }) => code !== "events");

describe("a message to a messenger [C97]", () => {
  it("has a row of limits for every messenger", () => {
    expect(Object.keys(measures).sort()).toEqual(providers.map(({ code }) => code).sort());
  });

  describe.each(providers)("$code", (provider) => {
    it.each(messages)("stays below its limits, with its link and whole characters: $name", ({ message }) => {
      const call = { id: "msg_1", at: new Date(), shop: "\u5e97".repeat(60) };
      const { body } = provider.write(settings, message, call);
      for (const [size, most] of measures[provider.code]?.(JSON.parse(body)) ?? [])
        expect(size).toBeLessThanOrEqual(most);
      expect(body).toContain(url);
      expect(body).not.toMatch(/\\ud[89a-f]/i);
    });
  });
});
