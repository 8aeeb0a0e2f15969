import { expect, it } from "vitest";
import { auditActions } from "@/lib/acts/audit-actions";
import texts from "@/messages/en/admin-system.json";
import { foreignWords, linksOf, namesOf, textsOf } from "../../support/harness/crawl/words";

const page = (body: string) => `<html><head><title>x</title></head><body class="a">${body}</body></html>`;

it("reads what stands between the tags, without scripts and code", () => {
  expect(
    textsOf(page("<p>It&#x27;s <b>on</b></p><script>a => b</script><code>order.paid</code><!-- c -->")),
  ).toEqual(["It's", "on"]);
  expect(linksOf('<a class="x" href="/admin/orders?a=1&amp;b=2#c">o</a>')).toEqual(["/admin/orders?a=1&b=2"]);
  expect(
    namesOf(page('<p title="It&#x27;s on">a</p><button aria-label="Close" class="x">x</button>')),
  ).toEqual(["It's on", "Close"]);
});

it("finds source code, codes of the wire and keys without a text", () => {
  const words = [
    "next try c=>{let e=f(c)}",
    "gateway:test",
    "wrong_signature",
    "order.refunded",
    "admin-sell.overview.title",
    "skus.0.price: must not be empty",
  ];
  const found = foreignWords(page(words.map((word) => `<p>${word}</p>`).join("")), "en");
  expect(found).toEqual(words);
  expect(foreignWords(page("<p>Paid in full. 3 of 4</p>"), "en")).toEqual([]);
});

it("finds words of the wire that stand as code, and leaves numbers, keys, addresses and headers alone", () => {
  const shown = (words: readonly string[]) =>
    page(words.map((word) => `<code class="x">${word}</code>`).join(""));
  const words = ["wrong_signature", "order.refunded", "product:update", "pending_payment"];
  expect(foreignWords(shown(words), "en")).toEqual(words);
  const codes = [
    "K4M7T2QX9WDRH3BPN",
    "ABCDE-FGHJK",
    "https://shop.example.com/api",
    "X-Site-Key",
    "203.0.113.7",
  ];
  expect(foreignWords(shown(codes), "en")).toEqual([]);
  expect(foreignWords(shown(["Nothing is waiting for you."]), "zh")).toHaveLength(1);
});

it("finds English sentences in another language, also with values in them, and ignores names", () => {
  const zh = page("<p>Nothing is waiting for you.</p><p>Tidemill Deluxe Edition</p><p>总览</p>");
  expect(foreignWords(zh, "zh")).toEqual(["Nothing is waiting for you."]);
  const alert = page("<p>Orders (CSV)</p><p>Times are in UTC, the shop’s zone</p>");
  expect(foreignWords(alert, "zh")).toEqual(["Times are in UTC, the shop’s zone"]);
});

it("finds sentences in every script, and none that two languages have in common", () => {
  const said = [
    "Товары отложены для вас.",
    "商品はお取り置きしています。",
    "商品已为您预留。",
    "Tus productos están reservados.",
  ];
  for (const text of said) expect(foreignWords(page(`<p>${text}</p>`), "en")).toEqual([text]);
  const common = page("<p>查看全部</p><p>共 12 件商品</p>");
  expect(foreignWords(common, "zh-hant")).toEqual([]);
  expect(foreignWords(common, "en")).toEqual(["查看全部", "共 12 件商品"]);
});

it("has a sentence for every act that the audit log records", () => {
  expect(auditActions.length).toBeGreaterThan(140);
  expect(auditActions.filter((act) => !(act.replace(".", "_") in texts.audit.sentences))).toEqual([]);
});
