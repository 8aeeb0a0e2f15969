import { type Method, methods } from "./endpoint";
import type { RouteHandler } from "./make-route";
import type { Resource } from "./resource";

/** The exports of a route file: `endpoint()`, or `resource()` in a folder `[[...path]]`. */
export type RouteModule = Readonly<Record<string, unknown>>;

export interface Operation {
  /** A verb with its object: `refundOrder`. */
  name: string;
  method: Method;
  /** The folder below /api/v1/ that the address follows from: `admin/orders/[order_no]/refund`. */
  path: string;
  handler: RouteHandler;
}

export const isResource = (module: RouteModule): module is RouteModule & Resource => "operations" in module;

/** A method that the route does not have is answered by what refuses it, and carries no options. */
const isOperation = (handler: unknown): handler is RouteHandler =>
  typeof handler === "function" && "options" in handler;

function operationsIn(folder: string, module: RouteModule): Operation[] {
  if (isResource(module))
    return Object.entries(module.operations).map(([name, handler]) => {
      const { method, path } = handler;
      return { name, method, path, handler };
    });
  return methods.flatMap((method) => {
    const handler = module[method];
    return isOperation(handler) ? [{ name: handler.options.name, method, path: folder, handler }] : [];
  });
}

/** Every operation of route files by their folders: by path, a folder before what stands beside it, then by method. */
export async function listOperations(
  modules: Readonly<Record<string, () => Promise<RouteModule>>>,
): Promise<Operation[]> {
  const found = await Promise.all(
    Object.entries(modules).map(async ([folder, load]) => operationsIn(folder, await load())),
  );
  const rank = ({ path, method }: Operation) => `${path}/route ${methods.indexOf(method)}`;
  return found.flat().sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
}
