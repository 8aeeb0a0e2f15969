/** What a route file exports. */
export type RouteModule = Readonly<Record<string, unknown>>;
export type LoadRoute = () => Promise<RouteModule>;

export interface FoundRoute {
  /** Its folder below app/. */
  route: string;
  load: LoadRoute;
  params: Record<string, string>;
}

interface Endpoint {
  route: string;
  load: LoadRoute;
}

interface Node {
  fixed: Map<string, Node>;
  /** `[order_no]`: any one segment. */
  named?: { name: string; node: Node };
  /** `[[...path]]`: whatever below this nothing else is for. */
  rest?: Endpoint;
  end?: Endpoint;
}

const newNode = (): Node => ({ fixed: new Map() });

function step(node: Node, segment: string): Node {
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

/** Finds the route file of a path the way Next does: a folder's own name wins over `[name]`. */
export class RouteTree {
  readonly #root = newNode();

  /** `routes`: folders below app/, each with what loads its route file. */
  constructor(routes: Readonly<Record<string, LoadRoute>>) {
    for (const [folder, load] of Object.entries(routes)) {
      let loaded: Promise<RouteModule> | undefined;
      const segments = folder.split("/");
      const isRest = segments.at(-1)?.startsWith("[[...") ?? false;
      const node = (isRest ? segments.slice(0, -1) : segments).reduce(step, this.#root);
      const loadOnce = () => {
        // Kept, unless it failed: the next call may find the file.
        loaded ??= load().catch((error: unknown) => {
          loaded = undefined;
          throw error;
        });
        return loaded;
      };
      node[isRest ? "rest" : "end"] = { route: folder, load: loadOnce };
    }
  }

  find(pathname: string): FoundRoute | null {
    const segments = pathname.slice(1).split("/");
    // Some gateways add a slash to the address that they were given, and follow no redirect.
    if (segments.length > 1 && segments.at(-1) === "") segments.pop();
    const values: string[] = [];
    const names: string[] = [];
    let rest: Endpoint | undefined;
    const walk = (node: Node, at: number): Endpoint | undefined => {
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
