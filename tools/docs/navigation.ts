import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import type { LucideIcon } from "lucide-react";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
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
    `icon: ${written(icon)}`,
    `permission: ${written(permission)}`,
    ...(hotkey ? [`hotkey: ${written(hotkey)}`] : []),
  ];
  const line = `      { ${members.join(", ")} },`;
  return line.length <= widest
    ? [line]
    : ["      {", ...members.map((member) => `        ${member},`), "      },"];
}

function menuOf(root: string) {
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
  return groups;
}

/** components/admin/shell/nav-entries.ts: the menu, from what the pages say of themselves. */
export function navigationList(root: string): string {
  return [
    "// Written by `npm run docs` from what the pages of app/admin say of themselves in `adminPage`.",
    'import type { NavEntry } from "./menu";',
    "",
    "export const navigation = [",
    ...menuOf(root).flatMap(({ key, items }) => [
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

// By name, former names too.
const lucide = createRequire(import.meta.url)("lucide-react") as Partial<Record<string, LucideIcon>>;

function shapeOf(name: string): string {
  const icon = lucide[name];
  if (!icon) throw new Error(`lucide-react has no icon ${name}.`);
  return renderToStaticMarkup(createElement(icon)).replace(/^<svg[^>]*>|<\/svg>$/g, "");
}

/** Names in `<SharedIcon name="…"`. */
function namedIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".tsx"))
    .flatMap((file) => [
      ...readFileSync(path.join(folder, file), "utf8").matchAll(/<SharedIcon\s+name="(\w+)"/g),
    ])
    .map(([, name = ""]) => name);
}

/** components/admin/shared-icons.svg: icons of the menu and of rows, which a browser loads once and no page carries along. */
export function sharedIcons(root: string): string {
  const ofMenu = menuOf(root).flatMap(({ items }) => items.map(({ icon }) => icon));
  const names = [
    ...ofMenu,
    ...namedIn(path.join(root, "components/admin")),
    ...namedIn(path.join(root, "app/admin")),
  ];
  return [
    "<!-- Written by `npm run docs`: icons of lucide-react (ISC). -->",
    '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24">',
    "<title>Icons of the admin</title>",
    ...[...new Set(names)]
      .sort((a, b) => a.localeCompare(b))
      .map((name) => `<symbol id="${name}" viewBox="0 0 24 24">${shapeOf(name)}</symbol>`),
    "</svg>",
    "",
  ].join("\n");
}
