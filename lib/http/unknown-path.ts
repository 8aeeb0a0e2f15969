import { AppError } from "../core/errors";
import { emptyObject } from "../core/wire";
import { endpoint } from "./endpoint";
import { route } from "./make-route";

const nothing = async () => {
  throw new AppError("not_found", "unknown_path");
};
const unknown = route({ name: "refusePath", auth: "none", response: emptyObject }, nothing);
/** An agent site proves itself first, and its call is a row of the log, wherever it goes (C5, C48). */
const unknownToSites = route({ name: "refuseSitePath", auth: "site", response: emptyObject }, nothing);

const answer = Object.assign(
  (request: Request) =>
    (new URL(request.url).pathname.startsWith("/api/v1/upstream/") ? unknownToSites : unknown)(request),
  { options: unknown.options },
);

/** Its folder: the name of every path that no other route answers. */
export const unknownRoute = "api/v1/[[...path]]";

/** Refuses every path below /api/v1 that no other route answers. */
export const unknownPath = endpoint({
  GET: answer,
  POST: answer,
  PUT: answer,
  PATCH: answer,
  DELETE: answer,
});
