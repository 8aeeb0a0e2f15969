import { AppError } from "@/lib/core/errors";
import { emptyObject } from "@/lib/core/wire";
import { endpoint, route } from "@/lib/http/route";

const nothing = async () => {
  throw new AppError("not_found", "unknown_path");
};
const unknown = route({ surface: "storefront", auth: "none", response: emptyObject }, nothing);
/** An agent site proves itself first, and its call is a row of the log, wherever it goes (C5, C48). */
const unknownToSites = route({ surface: "interconnect", auth: "site", response: emptyObject }, nothing);

const answer = Object.assign(
  (request: Request) =>
    (new URL(request.url).pathname.startsWith("/api/v1/upstream/") ? unknownToSites : unknown)(request),
  { options: unknown.options },
);

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: answer,
  POST: answer,
  PUT: answer,
  PATCH: answer,
  DELETE: answer,
});
