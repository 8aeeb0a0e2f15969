interface Endpoint<T> {
  route: string;
  value: T;
}

export interface FoundRoute<T> extends Endpoint<T> {
  params: Record<string, string>;
}

interface Node<T> {
  fixed: Map<string, Node<T>>;
  /** `[order_no]`: any one segment. */
  named?: { name: string; node: Node<T> };
  /** `[[...path]]`: whatever below this nothing else is for. */
  rest?: Endpoint<T>;
  end?: Endpoint<T>;
}

const newNode = <T>(): Node<T> => ({ fixed: new Map() });

function step<T>(node: Node<T>, segment: string): Node<T> {
  const name = /^\[(\w+)\]$/.exec(segment)?.[1];
  if (name) {
    node.named ??= { name, node: newNode() };
    if (node.named.name !== name) throw new Error(`[${node.named.name}] and [${name}] stand in one place`);
    return node.named.node;
  }
  const next = node.fixed.get(segment) ?? newNode();
  node.fixed.set(segment, next);
  return next;
}

/** Finds what answers a path the way Next does: a folder's own name wins over `[name]`. */
export class RouteTree<T> {
  readonly #root = newNode<T>();

  /** `routes` by their folders below app/. */
  constructor(routes: Readonly<Record<string, T>>) {
    for (const [folder, value] of Object.entries(routes)) {
      const segments = folder.split("/");
      const isRest = segments.at(-1)?.startsWith("[[...") ?? false;
      const node = (isRest ? segments.slice(0, -1) : segments).reduce(step<T>, this.#root);
      node[isRest ? "rest" : "end"] = { route: folder, value };
    }
  }

  find(pathname: string): FoundRoute<T> | null {
    const segments = pathname.slice(1).split("/");
    // Some gateways add a slash to the address that they were given, and follow no redirect.
    if (segments.length > 1 && segments.at(-1) === "") segments.pop();
    const values: string[] = [];
    const names: string[] = [];
    let rest: Endpoint<T> | undefined;
    const walk = (node: Node<T>, at: number): Endpoint<T> | undefined => {
      rest = node.rest ?? rest;
      const segment = segments[at];
      if (segment === undefined) return node.end;
      const fixed = node.fixed.get(segment);
      const found = fixed && walk(fixed, at + 1);
      if (found || !node.named || segment === "") return found;
      names.push(node.named.name);
      values.push(segment);
      const below = walk(node.named.node, at + 1);
      if (!below) {
        names.pop();
        values.pop();
      }
      return below;
    };
    const end = walk(this.#root, 0);
    const leftOver = rest ? { ...rest, params: {} } : null;
    if (!end) return leftOver;
    try {
      return {
        ...end,
        params: Object.fromEntries(names.map((name, n) => [name, decodeURIComponent(values[n] ?? "")])),
      };
    } catch {
      // A percent sign with no code behind it.
      return leftOver;
    }
  }
}
