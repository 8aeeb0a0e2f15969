import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, get, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { brotliCompressSync } from "node:zlib";
import { afterEach, beforeEach, expect, it } from "vitest";
import { withPackedFiles } from "../../../server/pages/packed-files";

let folder: string;
let server: Server;
let port: number;
const packed = brotliCompressSync("console.log(1)");

function ask(
  address: string,
  headers: Record<string, string> = {},
): Promise<{ message: IncomingMessage; body: Buffer }> {
  return new Promise((resolve, reject) => {
    get({ port, host: "127.0.0.1", path: address, headers }, (message) => {
      const parts: Buffer[] = [];
      message.on("data", (part: Buffer) => parts.push(part));
      message.on("end", () => resolve({ message, body: Buffer.concat(parts) }));
    }).on("error", reject);
  });
}

beforeEach(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), "keyshelf-packed-"));
  mkdirSync(path.join(folder, "chunks"));
  writeFileSync(path.join(folder, "chunks/a.js"), "console.log(1)");
  writeFileSync(path.join(folder, "chunks/a.js.br"), packed);
  writeFileSync(path.join(folder, "chunks/plain.js"), "console.log(2)");
  const handler = await withPackedFiles(folder, async (_, response) => {
    response.end("next");
  });
  server = createServer((request, response) => void handler(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port;
});

afterEach(async () => {
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

it("gives the packed file to who can read it, for ever", async () => {
  const { message, body } = await ask("/_next/static/chunks/a.js?dpl=1", {
    "accept-encoding": "gzip, deflate, br, zstd",
  });
  expect(body).toEqual(packed);
  expect(message.headers).toMatchObject({
    "content-type": "application/javascript; charset=UTF-8",
    "content-encoding": "br",
    "content-length": String(packed.length),
    "cache-control": "public, max-age=31536000, immutable",
    vary: "Accept-Encoding",
  });
});

it.each([
  ["a reader without brotli", "/_next/static/chunks/a.js", "gzip"],
  ["a reader who refuses brotli", "/_next/static/chunks/a.js", "br;q=0, gzip"],
  ["a file that is not packed", "/_next/static/chunks/plain.js", "br"],
  ["a path that climbs out", "/_next/static/../chunks/a.js", "br"],
  ["any other page", "/products", "br"],
])("leaves %s to the pages", async (_, address, encoding) => {
  expect((await ask(address, { "accept-encoding": encoding })).body.toString()).toBe("next");
});
