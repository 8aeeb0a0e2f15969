import ts from "typescript";

/** A status that one file writes. `model` is Prisma's name, `table` the database's. */
export interface OwnedStatus {
  model: string;
  table: string;
  column: string;
  writers: readonly string[];
}

const updates = new Set(["update", "updateMany", "updateManyAndReturn", "upsert"]);
const setters = new Set(["set", "doUpdateSet"]);
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
  const literal = literalIn(data);
  const objects = literal ? [literal] : ts.isIdentifier(named) ? literalsNamed(source, named.text) : [];
  return objects.length === 0 || objects.some((object) => memberOf(object, column) !== undefined);
}

/**
 * Tables that a chain changes: `.updateTable("x as y") … .set({ … })`, or `.insertInto("x") … .doUpdateSet({ … })` with the
 * conflict's own builder. None when the chain was handed over and begins elsewhere.
 */
function tablesOf(target: ts.Expression): string[] {
  const begin = /\b(?:updateTable|insertInto|mergeInto)\(\s*"(\w+)/g;
  const namesIn = (node: ts.Node) => [...node.getText().matchAll(begin)].map(([, name = ""]) => name);
  let names = namesIn(target);
  for (let node: ts.Node = target; names.length === 0 && !ts.isSourceFile(node.parent); node = node.parent) {
    const isBuilder = ts.isArrowFunction(node) && ts.isCallExpression(node.parent);
    if (isBuilder) names = namesIn(node.parent);
  }
  return names;
}

/** Places in `text` that change one of these statuses: by Prisma, by Kysely or in SQL. */
export function statusWrites(file: string, text: string, statuses: readonly OwnedStatus[]): string[] {
  const owned = statuses.filter(
    ({ model, table, writers }) =>
      !writers.includes(file) && (text.includes(table) || text.includes(`.${model}`)),
  );
  if (owned.length === 0) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS);
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
      const [value] = args;
      if (setters.has(name) && args.length === 1) {
        const tables = tablesOf(target);
        const literal = value && literalIn(value);
        // A chain that was handed over may be of any table that the file names.
        const isWritten =
          tables.length > 0
            ? tables.includes(status.table) && writesColumn(source, value, status.column)
            : literal && text.includes(`"${status.table}"`) && memberOf(literal, status.column);
        if (isWritten) note(node, status);
      }
    }
  }

  function visitText(node: ts.Node): void {
    const sql = node.getText();
    if (!/\bSET\b/i.test(sql)) return;
    for (const status of owned) {
      const update = new RegExp(
        `\\bUPDATE\\s+"?${status.table}"?\\b(.*?)(\\bWHERE\\b|\\bFROM\\b|\\bRETURNING\\b|$)`,
        "gis",
      );
      const upsert = new RegExp(
        `\\bINSERT\\s+INTO\\s+"?${status.table}"?\\b.*?\\bDO\\s+UPDATE\\s+SET\\b(.*?)(\\bWHERE\\b|\\bRETURNING\\b|$)`,
        "gis",
      );
      const isWritten = [...sql.matchAll(update), ...sql.matchAll(upsert)].some(([, set = ""]) =>
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
