import ts from "typescript";

/** A status that one file writes. `model` is Prisma's name, `table` the database's. */
export interface OwnedStatus {
  model: string;
  table: string;
  column: string;
  writers: readonly string[];
}

const updates = new Set(["update", "updateMany", "updateManyAndReturn", "upsert"]);
const dataOf: Record<string, string> = { upsert: "update" };

const memberOf = (
  object: ts.ObjectLiteralExpression,
  name: string,
): ts.ObjectLiteralElementLike | undefined =>
  object.properties.find(
    (member) => member.name !== undefined && "text" in member.name && member.name.text === name,
  );

/** `{ … }`, `({ … })`, or what a function of one expression returns. */
function literalIn(node: ts.Node): ts.ObjectLiteralExpression | undefined {
  if (ts.isObjectLiteralExpression(node)) return node;
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) return literalIn(node.expression);
  return ts.isArrowFunction(node) ? literalIn(node.body) : undefined;
}

/** The object literals that `name` is declared with in this file. */
function literalsNamed(source: ts.SourceFile, name: string): ts.ObjectLiteralExpression[] {
  const found: ts.ObjectLiteralExpression[] = [];
  const visit = (node: ts.Node): void => {
    const isIt = ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.name.text === name;
    const literal = isIt && node.initializer ? literalIn(node.initializer) : undefined;
    if (literal) found.push(literal);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Whether an update's `data` writes the column; what cannot be read from this file counts as writing it. */
function writesColumn(source: ts.SourceFile, data: ts.Node | undefined, column: string): boolean {
  if (!data) return true;
  const named = ts.isCallExpression(data) ? data.expression : data;
  const objects = ts.isObjectLiteralExpression(data)
    ? [data]
    : ts.isIdentifier(named)
      ? literalsNamed(source, named.text)
      : [];
  return objects.length === 0 || objects.some((object) => memberOf(object, column) !== undefined);
}

/** Places in `text` that change one of these statuses: by Prisma, by Kysely or in SQL. */
export function statusWrites(file: string, text: string, statuses: readonly OwnedStatus[]): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS);
  const owned = statuses.filter(({ writers }) => !writers.includes(file));
  const found: string[] = [];
  const note = (node: ts.Node, { table, column }: OwnedStatus) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    found.push(`${file}:${line + 1}: ${table}.${column}`);
  };

  function visitCall(node: ts.CallExpression): void {
    const { expression: method, arguments: args } = node;
    if (!ts.isPropertyAccessExpression(method)) return;
    const target = method.expression;
    const name = method.name.text;
    for (const status of owned) {
      if (updates.has(name) && ts.isPropertyAccessExpression(target) && target.name.text === status.model) {
        const [input] = args;
        const data =
          input && ts.isObjectLiteralExpression(input) ? memberOf(input, dataOf[name] ?? "data") : undefined;
        const value =
          data && ts.isPropertyAssignment(data)
            ? data.initializer
            : data && ts.isShorthandPropertyAssignment(data)
              ? data.name
              : undefined;
        if (writesColumn(source, value, status.column)) note(node, status);
      }
      // A chain `.updateTable("x") … .set({ … })` is one expression: its text is enough.
      if (name === "set" && target.getText().includes(`updateTable("${status.table}")`)) {
        const [value] = args;
        if (writesColumn(source, value, status.column)) note(node, status);
      }
    }
  }

  function visitText(node: ts.Node): void {
    const sql = node.getText();
    for (const status of owned) {
      const update = new RegExp(
        `\\bUPDATE\\s+"?${status.table}"?\\b(.*?)(\\bWHERE\\b|\\bFROM\\b|\\bRETURNING\\b|$)`,
        "gis",
      );
      const isWritten = [...sql.matchAll(update)].some(([, set = ""]) =>
        new RegExp(`(^|[\\s,(."])${status.column}"?\\s*(=|[^=(]*\\)\\s*=)`, "i").test(set),
      );
      if (isWritten) note(node, status);
    }
  }

  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) visitCall(node);
    if (ts.isTemplateExpression(node) || ts.isStringLiteralLike(node)) visitText(node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
