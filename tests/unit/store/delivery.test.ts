import { describe, expect, it } from "vitest";
import { linkedParts } from "@/components/store/delivery/linked-parts";
import { isLabelledAccount, readAccount } from "@/components/store/delivery/read-account";
import { readGoods } from "@/components/store/delivery/read-goods";

describe("an account that is kept as one line", () => {
  it.each([
    ["gate123456@hedgerow.example  Y111-ABCD-2222", ["gate123456@hedgerow.example", "Y111-ABCD-2222"]],
    ["someone@example.com----p4ss:word", ["someone@example.com", "p4ss:word"]],
    ["someone@example.com\tp4ss word", ["someone@example.com", "p4ss word"]],
    ["user | pass word | backup@example.com", ["user", "pass word", "backup@example.com"]],
    ["user:secret", ["user", "secret"]],
    ["user secret", ["user", "secret"]],
    ["账号：13800000000 ---- 密码：abc123", ["13800000000", "abc123"]],
  ])("is read as its fields: %s", (line, values) => {
    const fields = readAccount(line);
    expect(fields?.map(({ value }) => value)).toEqual(values);
    expect(fields?.[0]?.name).toBe("login");
    expect(fields?.[1]?.name).toBe("password");
  });

  it.each(["ABCD-EFGH-1234", "https://login.example.com/a", "three words here"])(
    "stays whole without a plain separator: %s",
    (line) => {
      expect(readAccount(line)).toBeNull();
    },
  );
});

describe("a text of labelled lines", () => {
  it.each(["User: test-1\nPassword: a b: c", "地区: EU\n账号：a@b.example\n密码：x"])(
    "is an account: %j",
    (text) => {
      expect(isLabelledAccount(text)).toBe(true);
    },
  );

  it.each([
    "User: test-1",
    "Password: x\nhttps://a.example",
    "Dear reader\nUser: a\nPassword: b",
    "City: Rome\nStreet: Via 1",
  ])("is a document without a log-in, a password and nothing else: %j", (text) => {
    expect(isLabelledAccount(text)).toBe(false);
  });
});

describe("a text with addresses in it", () => {
  it("keeps every character and links only the addresses", () => {
    const text =
      "Open https://example.com/a?b=1, then (http://x.test/y).\n\n完成后见 https://例子.example/路。谢谢";
    const parts = linkedParts(text);
    expect(parts.map((part) => part.text).join("")).toBe(text);
    expect(parts.flatMap((part) => part.href ?? [])).toEqual([
      "https://example.com/a?b=1",
      "http://x.test/y",
      "https://例子.example/路",
    ]);
  });

  it("links nothing but web addresses", () => {
    expect(linkedParts("javascript:alert(1) data:text/html,x").some((part) => part.href)).toBe(false);
  });
});

describe("the goods of an item", () => {
  type Item = Parameters<typeof readGoods>[0];
  const sold = (item: Partial<Item>) =>
    readGoods({ kind: "none", quantity: 2, fulfillment: {}, ...item } as Item);

  it("are licenses where the option makes them, each with its own key", () => {
    const fulfillment = { status: "ready", secrets: ["AAAA-1111\nBBBB-2222"] } as Item["fulfillment"];
    expect(sold({ delivers: ["license"], fulfillment })).toEqual({
      kind: "license",
      texts: ["AAAA-1111", "BBBB-2222"],
    });
    expect(sold({ delivers: ["license"], quantity: 1, fulfillment }).kind).toBe("none");
    expect(sold({ fulfillment }).texts).toEqual(["AAAA-1111\nBBBB-2222"]);
  });

  it("leave out what has a card of its own", () => {
    const files = [{ url: "https://shop.example/f/1" }] as Item["fulfillment"]["files"];
    const living = { text: "log-in 7" } as Item["fulfillment"]["living"];
    const secrets = ["K-1", "log-in 7", "https://shop.example/f/1"];
    const fulfillment = { status: "ready", secrets, files, living } as Item["fulfillment"];
    expect(sold({ kind: "card_key", fulfillment })).toEqual({ kind: "card_key", texts: ["K-1"] });
  });
});
