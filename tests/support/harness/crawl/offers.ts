import { type Permission, permissionAreas } from "@/lib/acts/permissions";

/** An operation of the admin's API, with what its caller needs. */
export interface Guarded {
  method: string;
  path: string;
  pattern: RegExp;
  permissions: readonly Permission[];
}

interface Served {
  paths: Record<string, Record<string, { description?: string }>>;
}

const isPermission = (word: string): word is Permission =>
  permissionAreas.some((area) => word === `${area}:read` || word === `${area}:write`);

/** The operations that a shop describes to its staff. */
export function guardedIn({ paths }: Served): Guarded[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { description = "" }]) => {
      const [, needed = ""] = /Needs the staff permission ([^.]*)\./.exec(description) ?? [];
      return {
        method: method.toUpperCase(),
        path,
        pattern: new RegExp(`^${path.replace(/^\/api\/v1/, "").replace(/\{\w+\}/g, "[^/]+")}$`),
        permissions: needed.split(/\W+and\W+|[\s,]+/).filter(isPermission),
      };
    }),
  );
}

type Row = unknown;

/** Values that a page hands to its script, one for each row of the stream that stands in its HTML. */
function rowsOf(html: string): Map<string, Row> {
  const pieces = [...html.matchAll(/self\.__next_f\.push\((\[1,[\s\S]*?\])\)<\/script>/g)].map(
    ([, piece = ""]) => (JSON.parse(piece) as [number, string])[1],
  );
  const stream = Buffer.from(pieces.join(""));
  const rows = new Map<string, Row>();
  let at = 0;
  while (at < stream.length) {
    const colon = stream.indexOf(":", at);
    if (colon < 0) break;
    const id = stream.toString("utf8", at, colon);
    // A long text has its length before it, and no line of its own.
    if (stream[colon + 1] === "T".charCodeAt(0)) {
      const comma = stream.indexOf(",", colon);
      at = comma + 1 + Number.parseInt(stream.toString("utf8", colon + 2, comma), 16);
      continue;
    }
    const found = stream.indexOf("\n", colon);
    const end = found < 0 ? stream.length : found;
    const text = stream.toString("utf8", colon + 1, end);
    if (/^[[{"]/.test(text)) rows.set(id, JSON.parse(text) as Row);
    at = end + 1;
  }
  return rows;
}

const isSwitchedOff = (value: object): boolean =>
  ("mayWrite" in value && value.mayWrite === false) ||
  (Array.isArray(value) && value[0] === "$" && value[1] === "fieldset" && value[3]?.disabled === true);

/** Each object that a page hands to its script, but for those of forms that are shown and switched off. */
function* objectsIn(rows: Map<string, Row>): Generator<Record<string, unknown>> {
  const off = new Set<string>();
  function* walk(value: unknown, isOff: boolean): Generator<Record<string, unknown>> {
    if (typeof value === "string") {
      const [, id] = /^\$[L@]?([\da-f]+)$/.exec(value) ?? [];
      if (isOff && id !== undefined && rows.has(id) && !off.has(id)) {
        off.add(id);
        yield* walk(rows.get(id), true);
      }
      return;
    }
    if (typeof value !== "object" || value === null) return;
    const isOffBelow = isOff || isSwitchedOff(value);
    if (!Array.isArray(value) && !isOffBelow) yield value as Record<string, unknown>;
    for (const inner of Object.values(value)) yield* walk(inner, isOffBelow);
  }
  // Finds the rows of forms that are switched off before the others are read.
  for (const row of rows.values()) for (const _ of walk(row, false));
  for (const [id, row] of rows) if (!off.has(id)) yield* walk(row, false);
}

const signs = ["method", "success", "member", "goTo", "undo"];
const writes = ["POST", "PATCH", "PUT", "DELETE"];

/** Acts that a page offers to its reader: what its buttons and forms call, and the files that it links. */
export function offersOf(html: string, operations: readonly Guarded[]): Guarded[] {
  const found = new Set<Guarded>();
  const called = (path: string, methods: readonly string[]) => {
    const fitting = operations.filter(({ pattern }) => pattern.test(path.replace(/\?.*$/, "")));
    const method = methods.find((one) => fitting.some((operation) => operation.method === one));
    const exact = fitting.filter((operation) => operation.method === method);
    // A word in the place of a parameter is the more exact one.
    const [best] = exact.sort((a, b) => a.path.split("{").length - b.path.split("{").length);
    if (best) found.add(best);
  };
  for (const act of objectsIn(rowsOf(html))) {
    const { path, method } = act;
    // The address of a page may be that of an act; an act says besides what it writes or that it is done.
    const isAct = signs.some((sign) => sign in act);
    if (typeof path === "string" && path.startsWith("/admin/") && isAct)
      called(path, typeof method === "string" ? [method] : writes);
  }
  for (const [, href = ""] of html.matchAll(/\shref="\/api\/v1(\/admin\/[^"]*)"/g)) called(href, ["GET"]);
  return [...found];
}

export const nameOf = ({ method, path, permissions }: Guarded): string =>
  `${method} ${path} (${permissions.join(" and ")})`;
