import { listOperations, type Operation } from "@/lib/http/operations";
import { routeModules } from "./route-modules";

/** Every operation of the API but the description, which is made of them. All route files are loaded for it. */
export const apiOperations = (): Promise<Operation[]> => listOperations(routeModules);
