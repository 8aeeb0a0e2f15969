import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { build } from "esbuild";

const root = path.resolve(import.meta.dirname, "../../..");
const folder = path.join(root, "examples/storefront");

/** examples/storefront on an origin of its own, bundled as Vite would, with the client's sources. */
export async function serveExample(): Promise<{ url: string; stop(): Promise<void> }> {
  const html = await readFile(path.join(folder, "index.html"), "utf8");
  const { outputFiles } = await build({
    entryPoints: [path.join(folder, "main.ts")],
    alias: { "@keyshelf/client/shop": path.join(root, "clients/typescript/src/shop.ts") },
    bundle: true,
    write: false,
    format: "esm",
    target: "es2022",
  });
  const script = outputFiles[0]?.text ?? "";
  const policy = "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; connect-src *";
  const server = createServer((request, response) => {
    const isScript = request.url === "/main.ts";
    const type = isScript ? "text/javascript" : "text/html; charset=utf-8";
    response.writeHead(200, { "content-type": type, "content-security-policy": policy });
    response.end(isScript ? script : html);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
