import { AppError } from "@/lib/core/errors";
import { emptyObject } from "@/lib/core/wire";
import { endpoint, route } from "@/lib/http/route";

const unknownPath = route({ surface: "storefront", auth: "none", response: emptyObject }, async () => {
  throw new AppError("not_found", "There is nothing at this path");
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: unknownPath,
  POST: unknownPath,
  PUT: unknownPath,
  PATCH: unknownPath,
  DELETE: unknownPath,
});
