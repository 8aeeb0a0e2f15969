import { readdirSync, readFileSync } from "node:fs";
import ts from "typescript";
import { expect, it } from "vitest";
import { AppError, notFound } from "@/lib/core/errors";
import { locales } from "@/messages/locales";
import { sayProblem } from "@/messages/problems";
import { sayToldRefusal } from "@/messages/told-refusals";

/** Where sentences are made that are kept with a call, a delivery, a payment or a purchase, and shown to staff. */
const places = [
  "lib/outgoing",
  "lib/interconnect",
  "lib/payments",
  "lib/fulfillment",
  "lib/notifications/outbound",
  "lib/checkout/refund/send-refund.ts",
  "lib/notifications/mails/fail-lost-mails.ts",
  "lib/orders/deliver-items.ts",
];

const filesIn = (place: string): string[] =>
  place.endsWith(".ts")
    ? [place]
    : readdirSync(place, { recursive: true, encoding: "utf8" })
        .filter((file) => file.endsWith(".ts") && !/(^|\/)(sql|test-gateway)(\/|\.)/.test(file))
        .map((file) => `${place}/${file}`);

/** Texts for a gateway. */
const forGateways = ["Refund of 7"];

/** Labels of settings, faults of the program itself, and statements: none of them is kept as a problem. */
function isOther(node: ts.Node): boolean {
  for (let at = node.parent; at; at = at.parent) {
    if (
      ts.isPropertyAssignment(at) &&
      /^(label|hint|name|placeholder|title|summary)$/.test(at.name.getText())
    )
      return true;
    if (ts.isNewExpression(at) && at.expression.getText() === "Error") return true;
    if (ts.isTaggedTemplateExpression(at) || ts.isTypeNode(at)) return true;
    if (ts.isCallExpression(at) && /^(log\.\w+|Object\.assign)$/.test(at.expression.getText())) return true;
  }
  return false;
}

/** Leaves out parts that are only sometimes there. */
const sampleOf = ({ expression, literal }: ts.TemplateSpan) =>
  `${ts.isConditionalExpression(expression) ? "" : "7"}${literal.text}`;

function sentencesIn(file: string): string[] {
  const found: string[] = [];
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
  const look = (node: ts.Node) => {
    const text =
      ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)
        ? node.text
        : ts.isTemplateExpression(node)
          ? node.head.text + node.templateSpans.map(sampleOf).join("")
          : "";
    if (/^[A-Z7].*[a-z]{2} [a-z]{2}/.test(text) && !forGateways.includes(text) && !isOther(node))
      found.push(text);
    ts.forEachChild(node, look);
  };
  look(source);
  return found;
}

it("has every problem that the server notes in every language", () => {
  const sentences = places.flatMap(filesIn).flatMap(sentencesIn);
  expect(sentences.length).toBeGreaterThan(80);
  for (const locale of locales.filter((one) => one !== "en"))
    expect([...new Set(sentences)].filter((text) => sayProblem(text, locale) === text)).toEqual([]);
});

it("says a problem within a problem, keeps its values, and leaves the words of others alone", () => {
  expect(sayProblem("The server answered 503", "zh")).toBe("服务器应答 503");
  expect(sayProblem("No answer from the main site for a day: The connection was cut", "zh")).toBe(
    "主站一整天没有应答：连接中断",
  );
  expect(sayProblem("The main site answered 4003: Keine Rechte ($1)", "zh")).toBe(
    "主站应答 4003：Keine Rechte ($1)",
  );
  expect(sayProblem("The main site answered 4003: x", "en")).toBe("The main site answered 4003: x");
  expect(sayProblem("product_not_received", "en")).toBe("goods not received");
  expect(sayProblem("4003: The request could not be authenticated", "zh")).toBe("4003：请求未通过认证");
  expect(sayProblem("535 5.7.8 Authentication failed", "zh")).toBe("535 5.7.8 Authentication failed");
});

it("says what another site was refused with in the reader's language", () => {
  const said = (error: AppError, locale: "en" | "zh") => sayToldRefusal(error.wireMessage(), locale);
  expect(said(notFound("product"), "zh")).toBe(notFound("product").wireMessage("zh"));
  const empty = new AppError("malformed", "empty", { field: "items.0.sku" });
  expect(said(empty, "zh")).toBe(empty.wireMessage("zh"));
  expect(said(empty, "en")).toBe(empty.wireMessage());
  expect(sayToldRefusal("Keine Rechte", "zh")).toBe("Keine Rechte");
});
