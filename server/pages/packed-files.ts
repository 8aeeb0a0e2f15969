import { createReadStream } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream";
import { takesCoding } from "../door/accept-encoding";
import type { Handler } from "../door/front-door";

const types: Record<string, string> = {
  ".js": "application/javascript; charset=UTF-8",
  ".css": "text/css; charset=UTF-8",
  ".svg": "image/svg+xml",
};
const prefix = "/_next/static/";

/**
 * Scripts, styles and icons that the build has packed (bootstrap.mjs): a seventh smaller than what Next would pack anew for
 * every request, and for no work at all. Everything else goes on to `next`.
 */
export async function withPackedFiles(folder: string, next: Handler): Promise<Handler> {
  const packed = new Map<string, { file: string; size: number; type: string }>();
  for (const name of await readdir(folder, { recursive: true })) {
    const type = types[path.extname(name.slice(0, -".br".length))];
    if (!name.endsWith(".br") || !type) continue;
    const file = path.join(folder, name);
    const address = name.slice(0, -".br".length).split(path.sep).join("/");
    packed.set(prefix + address, { file, size: (await stat(file)).size, type });
  }
  return async (request, response) => {
    const found = request.url?.startsWith(prefix) ? packed.get(request.url.replace(/\?.*/, "")) : undefined;
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (!found || !isRead || !takesCoding(String(request.headers["accept-encoding"] ?? ""), "br"))
      return next(request, response);
    response.writeHead(200, {
      "content-type": found.type,
      "content-encoding": "br",
      "content-length": found.size,
      vary: "Accept-Encoding",
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
    });
    if (request.method === "HEAD") response.end();
    // A reader who goes away in the middle is no fault of ours.
    else pipeline(createReadStream(found.file), response, () => {});
  };
}
