import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { z } from "zod";
import { menuGroups } from "@/components/admin/shell/menu";

const pageFacts = z.object({
  path: z.string(),
  text: z.string(),
  icon: z.string(),
  permission: z.string().nullable(),
  menu: z.object({
    group: z.enum(menuGroups),
    after: z.string().nullable().default(null),
    hotkey: z.string().nullable().default(null),
  }),
});

type Entry = Omit<z.output<typeof pageFacts>, "path" | "menu"> &
  z.output<typeof pageFacts>["menu"] & { key: string };

type Literal = { [name: string]: string | Literal | null };

/** An object literal of strings, of names (an icon), of null and of such objects. */
function read(node: ts.ObjectLiteralExpression): Literal {
  return Object.fromEntries(
    node.properties.map((member) => {
      if (!ts.isPropertyAssignment(member) || !ts.isIdentifier(member.name))
        throw new Error(`Not a plain member: ${member.getText()}`);
      const { initializer: value } = member;
      if (ts.isStringLiteral(value) || ts.isIdentifier(value)) return [member.name.text, value.text];
      if (ts.isObjectLiteralExpression(value)) return [member.name.text, read(value)];
      if (value.kind === ts.SyntaxKind.NullKeyword) return [member.name.text, null];
      throw new Error(`Neither a text nor a name: ${member.getText()}`);
    }),
  );
}

/** The object in `adminPage({ … })` of a page. */
function factsOf(node: ts.Node): Literal | undefined {
  if (ts.isCallExpression(node) && node.expression.getText() === "adminPage") {
    const [facts] = node.arguments;
    if (facts && ts.isObjectLiteralExpression(facts)) return read(facts);
  }
  return ts.forEachChild(node, factsOf);
}

/** The page's entry in the menu; none where it names no place in it. */
function entriesOf(file: string): Entry[] {
  const facts = factsOf(ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true));
  if (!facts?.menu) return [];
  const { path: place, menu, ...rest } = pageFacts.parse(facts);
  return [{ ...rest, ...menu, key: place === "/admin" ? "overview" : place.replace("/admin/", "") }];
}

/** One behind the other; two behind the same one stand by their names. */
function inOrder(entries: readonly Entry[], after: string | null = null): Entry[] {
  return entries
    .filter((entry) => entry.after === after)
    .sort((a, b) => a.key.localeCompare(b.key))
    .flatMap((entry) => [entry, ...inOrder(entries, entry.key)]);
}

const written = (value: string | null) => (value === null ? "null" : JSON.stringify(value));

const widest = 110;

/** One line where it fits, as the formatter writes it. */
function linesOf({ key, text, icon, permission, hotkey }: Entry): string[] {
  const members = [
    `key: ${written(key)}`,
    `text: ${written(text)}`,
    `icon: ${icon}`,
    `permission: ${written(permission)}`,
    ...(hotkey ? [`hotkey: ${written(hotkey)}`] : []),
  ];
  const line = `      { ${members.join(", ")} },`;
  return line.length <= widest
    ? [line]
    : ["      {", ...members.map((member) => `        ${member},`), "      },"];
}

/** components/admin/shell/nav-entries.ts: the menu, from what the pages say of themselves. */
export function navigationList(root: string): string {
  const folder = path.join(root, "app/admin/(panel)");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const entries = files
    .filter((file) => path.basename(file) === "page.tsx")
    .flatMap((file) => entriesOf(path.join(folder, file)));
  const groups = menuGroups.map((key) => ({
    key,
    items: inOrder(entries.filter(({ group }) => group === key)),
  }));
  const placed = groups.flatMap(({ items }) => items);
  const lost = entries.filter((entry) => !placed.includes(entry)).map(({ key }) => key);
  if (lost.length > 0)
    throw new Error(`Behind no entry of their group in the menu: ${lost.sort().join(", ")}`);
  const icons = [...new Set(placed.map(({ icon }) => icon))].sort((a, b) => a.localeCompare(b));
  return [
    "// Written by `npm run docs` from what the pages of app/admin say of themselves in `adminPage`.",
    "import {",
    ...icons.map((icon) => `  ${icon},`),
    '} from "lucide-react";',
    'import type { NavEntry } from "./menu";',
    "",
    "export const navigation = [",
    ...groups.flatMap(({ key, items }) => [
      "  {",
      `    key: ${written(key)},`,
      "    items: [",
      ...items.flatMap(linesOf),
      "    ],",
      "  },",
    ]),
    "] as const satisfies readonly { key: string; items: readonly NavEntry[] }[];",
    "",
  ].join("\n");
}
