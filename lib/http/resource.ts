import type { z } from "zod";
import { done } from "../core/wire";
import { streamDownload } from "./answer/download";
import { type Endpoint, endpoint, type Handler, type Method, methods } from "./endpoint";
import { type RouteHandler, route } from "./make-route";
import type { RouteInput, RouteOptions } from "./route-options";
import { type FoundRoute, RouteTree } from "./route-tree";
import { unknownPath, unknownRoute } from "./unknown-path";

type Schema = z.ZodType;
type Line = `${Method} /${string}`;

interface StaffOptions<P, Q, B, R>
  extends Omit<RouteOptions<"admin", P, Q, B, R>, "name" | "auth" | "surface" | "response" | "cache"> {
  /** Without one the answer is `{ done: true }`. */
  response?: R | "raw";
  handle(
    input: RouteInput<"admin", P, Q, B>,
  ): R extends Schema ? Promise<z.input<R> | Response> : Promise<unknown>;
}

interface Operation {
  /** Method, and path below the resource. */
  line: Line;
  named(name: string): RouteHandler;
}

/** One line of the table of a resource: `operation("POST /[order_no]/refund", { … })`. */
export function operation<
  R extends Schema | undefined = undefined,
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
>(line: Line, { handle, response, ...options }: StaffOptions<P, Q, B, R>): Operation {
  const run = handle as (input: RouteInput<"admin", P, Q, B>) => Promise<unknown>;
  const finish: typeof run = response
    ? run
    : async (input) => {
        await run(input);
        return { done: true };
      };
  return {
    line,
    named: (name) =>
      route<"admin", Schema, P, Q, B>(
        { ...options, name, auth: "admin", response: (response ?? done) as Schema | "raw" },
        finish,
      ),
  };
}

type ListInput<Q> = RouteInput<"admin", undefined, Q, undefined>;

interface CsvOptions<Q>
  extends Omit<StaffOptions<undefined, Q, undefined, undefined>, "handle" | "response" | "produces"> {
  /** Name of the downloaded file. */
  file: string;
  read(
    actor: ListInput<Q>["actor"],
    client: ListInput<Q>["client"],
    query: ListInput<Q>["query"],
  ): Promise<AsyncGenerator<string>>;
}

/** A list that is read whole, as CSV. */
export const csvOperation = <Q extends Schema>(line: Line, { file, read, ...options }: CsvOptions<Q>) =>
  operation<undefined, undefined, Q>(line, {
    ...options,
    response: "raw",
    produces: "text/csv",
    handle: async ({ actor, client, query }) =>
      streamDownload(file, "text/csv", await read(actor, client, query)),
  });

export type Resource<Name extends string = string> = {
  /** By name, each with its method and its path below /api/v1/. */
  operations: Readonly<Record<Name, RouteHandler & { method: Method; path: string }>>;
  /** Finds the answer to a path below the resource, and the operation's own folder. */
  find(pathname: string): FoundRoute<Endpoint>;
};

/** All exports of the route file `[[...path]]` in the folder `base` below /api/v1: the operations by their names. */
export function resource<Name extends string>(
  base: string,
  table: Record<Name, Operation>,
): Endpoint & Resource<Name> {
  const paths: Record<string, Partial<Record<Method, RouteHandler>>> = {};
  const operations = {} as Record<Name, RouteHandler & { method: Method; path: string }>;
  for (const [name, { line, named }] of Object.entries(table) as [Name, Operation][]) {
    const [method, below] = line.split(" ") as [Method, string];
    const path = below === "/" ? base : `${base}${below}`;
    const folder = `api/v1/${path}`;
    if (paths[folder]?.[method]) throw new Error(`${method} ${path} stands twice in its table`);
    operations[name] = Object.assign(named(name), { method, path });
    paths[folder] = { ...paths[folder], [method]: operations[name] };
  }
  const tree = new RouteTree(
    Object.fromEntries(Object.entries(paths).map(([path, handlers]) => [path, endpoint(handlers)])),
  );
  const find = (pathname: string) =>
    tree.find(pathname) ?? { route: unknownRoute, value: unknownPath, params: {} };
  const by =
    (method: Method | "HEAD" | "OPTIONS"): Handler =>
    (request) => {
      const { value, params } = find(new URL(request.url).pathname);
      return value[method](request, { params: Promise.resolve(params) });
    };
  const handlers = Object.fromEntries([...methods, "HEAD" as const].map((method) => [method, by(method)]));
  return {
    ...(handlers as Record<Method | "HEAD", Handler>),
    OPTIONS: Object.assign(by("OPTIONS"), { refuse: unknownPath.OPTIONS.refuse }),
    operations,
    find,
  };
}
