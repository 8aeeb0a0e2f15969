import postcss, { type ChildNode } from "postcss";

interface Piece {
  /** At-rules that the piece stands in, from the outermost. */
  within: readonly string[];
  text: string;
  /** Classes that one element, or it and those around it, must have; several selectors, of which one is enough. */
  needs: readonly (readonly string[])[];
}

const conditional = /^(?:layer|media|supports|container)$/;

/** Reads `\:` and `\31 ` of a selector as the class is written in HTML. */
const unescaped = (name: string): string =>
  name.replace(/\\(?:([\da-f]{1,6})\s?|(.))/gi, (_, code: string | undefined, sign: string) =>
    code === undefined ? sign : String.fromCodePoint(Number.parseInt(code, 16)),
  );

/** Takes the part of a selector that always holds: not a list inside `:is()`, `:not()` or `:where()`. */
function outsideBrackets(selector: string): string {
  let depth = 0;
  let outside = "";
  for (const part of selector.match(/\\.|\[[^\]]*\]|[\s\S]/g) ?? []) {
    if (part === "(") depth += 1;
    if (depth === 0) outside += part.startsWith("[") ? "" : part;
    if (part === ")") depth -= 1;
  }
  return outside;
}

const classesIn = (selector: string): string[] =>
  [...outsideBrackets(selector).matchAll(/\.((?:\\[\da-f]{1,6}\s?|\\.|[\w-]|[^\0-\x7f])+)/gi)].map(
    ([, name = ""]) => unescaped(name),
  );

function* piecesOf(nodes: readonly ChildNode[], within: readonly string[]): Generator<Piece> {
  for (const node of nodes) {
    if (node.type === "rule") yield { within, text: node.toString(), needs: node.selectors.map(classesIn) };
    else if (node.type === "atrule" && node.nodes && conditional.test(node.name))
      yield* piecesOf(node.nodes, [...within, `@${node.name} ${node.params}`]);
    else if (node.type === "atrule")
      yield { within, text: `${node.toString()}${node.nodes ? "" : ";"}`, needs: [[]] };
  }
}

/** Reads a style once. @returns it without the rules whose classes are not among those of a page */
export function readStyle(css: string): (used: ReadonlySet<string>) => string {
  const pieces = [...piecesOf(postcss.parse(css).nodes, [])];
  return (used) => {
    let open: readonly string[] = [];
    let style = "";
    for (const { within, text, needs } of pieces) {
      if (!needs.some((classes) => classes.every((name) => used.has(name)))) continue;
      if (within !== open) {
        style += "}".repeat(open.length) + within.map((rule) => `${rule}{`).join("");
        open = within;
      }
      style += text;
    }
    return style + "}".repeat(open.length);
  };
}

const entities: Record<string, string> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#x27;": "'",
};

/** Finds the classes of all elements of a page. */
export function classesOf(html: string): Set<string> {
  const lists = new Set<string>();
  for (const [, list = ""] of html.matchAll(/\sclass="([^"]*)"/g)) lists.add(list);
  const names = [...lists].flatMap((list) => list.split(/\s+/));
  return new Set(
    names.map((name) => name.replace(/&(?:amp|lt|gt|quot|#x27);/g, (sign) => entities[sign] ?? sign)),
  );
}
