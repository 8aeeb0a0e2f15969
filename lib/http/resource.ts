import type { z } from "zod";
import { keysOf, recordOf } from "../core/shapes/records";
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
  method: Method;
  /** Path below the resource. */
  below: string;
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
  const method = methods.find((one) => line.startsWith(`${one} `));
  if (!method) throw new Error(`${line} begins with no method`);
  return {
    method,
    below: line.slice(method.length + 1),
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

type NamedHandler = RouteHandler & { method: Method; path: string };

export type Resource<Name extends string = string> = {
  /** By name, each with its method and its path below /api/v1/. */
  operations: Readonly<Record<Name, NamedHandler>>;
  /** Finds the answer to a path below the resource, and the operation's own folder. */
  find(pathname: string): FoundRoute<Endpoint>;
};

/** All exports of the route file `[[...path]]` in the folder `base` below /api/v1: the operations by their names. */
export function resource<Name extends string>(
  base: string,
  table: Record<Name, Operation>,
): Endpoint & Resource<Name> {
  const paths: Record<string, Partial<Record<Method, RouteHandler>>> = {};
  const operations = recordOf<Name, NamedHandler>(keysOf(table), (name) => {
    const { method, below, named } = table[name];
    const path = below === "/" ? base : `${base}${below}`;
    const folder = `api/v1/${path}`;
    if (paths[folder]?.[method]) throw new Error(`${method} ${path} stands twice in its table`);
    const handler = Object.assign(named(name), { method, path });
    paths[folder] = { ...paths[folder], [method]: handler };
    return handler;
  });
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
  return {
    ...recordOf([...methods, "HEAD"] as const, by),
    OPTIONS: Object.assign(by("OPTIONS"), { refuse: unknownPath.OPTIONS.refuse }),
    operations,
    find,
  };
}
