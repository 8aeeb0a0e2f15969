import { readdirSync, readFileSync } from "node:fs";
import ts from "typescript";
import { expect, it } from "vitest";
import { updateStaffBody, updateUserBody } from "@/lib/accounts/staff/schema";
import { changesBetween } from "@/lib/acts/audit-changes";
import { skuPatch } from "@/lib/catalogue/admin/schema";
import { Prisma } from "@/lib/db/generated/client";
import { updateConnectionBody } from "@/lib/interconnect/agent/admin/schema";
import { updateSiteBody } from "@/lib/interconnect/main/admin/schema";
import { updateNotificationChannelBody } from "@/lib/notifications/outbound/schema";
import { mailServerBody } from "@/lib/notifications/server/schema";
import sell from "@/messages/en/admin-sell.json";
import texts from "@/messages/en/admin-system.json";
import shop from "@/messages/en/catalogue.json";

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const sources = readdirSync("lib", { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts") && !file.includes("generated"))
  .map((file) => ({ file, text: readFileSync(`lib/${file}`, "utf8") }));

/** The members that stand in `data` of the acts in the source. */
function membersInSource(): string[] {
  const found: string[] = [];
  const namesOf = (node: ts.Node) => {
    if (ts.isObjectLiteralExpression(node))
      for (const member of node.properties) {
        if (member.name) found.push(member.name.getText());
        else if (ts.isSpreadAssignment(member)) ts.forEachChild(member, namesOf);
      }
    else if (ts.isConditionalExpression(node)) [node.whenTrue, node.whenFalse].forEach(namesOf);
    else if (ts.isParenthesizedExpression(node)) namesOf(node.expression);
  };
  for (const { file, text } of sources) {
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
    const look = (node: ts.Node) => {
      if (ts.isObjectLiteralExpression(node)) {
        const member = (name: string) => node.properties.find((one) => one.name?.getText() === name);
        const data = member("data");
        if (member("action") && member("target") && data && ts.isPropertyAssignment(data))
          namesOf(data.initializer);
      }
      ts.forEachChild(node, look);
    };
    look(source);
  }
  return found;
}

/** Columns of rows whose whole difference is recorded. */
const columns = [
  Prisma.ProductScalarFieldEnum,
  Prisma.CategoryScalarFieldEnum,
  Prisma.BannerScalarFieldEnum,
  Prisma.PostScalarFieldEnum,
  Prisma.PageScalarFieldEnum,
  Prisma.CouponScalarFieldEnum,
  Prisma.SavedReplyScalarFieldEnum,
  Prisma.PaymentChannelScalarFieldEnum,
].flatMap((names) => Object.keys(names));

const recorded = (names: readonly string[]) =>
  Object.keys(
    changesBetween(
      Object.fromEntries(names.map((name) => [name, 1])),
      Object.fromEntries(names.map((name) => [name, 2])),
    ),
  );

const inputs = [
  skuPatch,
  updateNotificationChannelBody,

  updateStaffBody,
  updateUserBody,
  updateConnectionBody,
  updateSiteBody,
  mailServerBody,
].flatMap(({ shape }) => Object.keys(shape));

/** Never recorded, or only as the fact that there is a new one. */
const unrecorded = new Set(["seen", "secret", "password", "changes", "tested_at", "test_passed"]);

it("has a label for every field that the audit log records", () => {
  const members = membersInSource();
  expect(members.length).toBeGreaterThan(120);
  const names = new Set([...members.map(snakeCase), ...inputs, ...recorded(columns)]);
  const isNamed = (name: string) =>
    [texts.audit.fields, sell.product.fields, shop.fields].some((named) => name in named);
  expect([...names].filter((name) => !isNamed(name) && !unrecorded.has(name))).toEqual([]);
});

it("has a word for everything that an act is about", () => {
  const nouns = sources
    .flatMap(({ text }) => text.match(/\btarget(:| =) [^,;]*[`"][a-z_]+[:`"]/g) ?? [])
    .flatMap((found) => found.match(/[`"][a-z_]+(?=[:`"])/g) ?? [])
    .map((found) => found.slice(1));
  expect(nouns.length).toBeGreaterThan(100);
  const others = ["failed_of", "_blank", "text"];
  expect(
    [...new Set(nouns)].filter((noun) => !(noun in texts.audit.targets) && !others.includes(noun)),
  ).toEqual([]);
});
