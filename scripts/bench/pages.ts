import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { http } from "./load";
import type { Row } from "./report";
import type { BenchCatalogue } from "./seed";
import type { Shop } from "./shop";

/** In a process of its own, as the shop is. */
const bareServer = `
const { readFileSync } = require("node:fs");
const { headers, body } = JSON.parse(readFileSync(process.argv[1], "utf8"));
const bytes = Buffer.from(body, "base64");
require("node:http").createServer((_, response) => {
  for (const [name, value] of headers) response.setHeader(name, value);
  response.end(bytes);
}).listen(0, "127.0.0.1", function () { console.log(this.address().port); });
`;

/** The same bytes and headers from a server that does nothing else. */
async function measureBare(url: string) {
  const answer = await fetch(url, { headers: { "accept-encoding": "identity" } });
  const body = Buffer.from(await answer.arrayBuffer());
  const headers = [...answer.headers].filter(
    ([name]) => !["connection", "keep-alive", "date"].includes(name),
  );
  const folder = mkdtempSync(path.join(tmpdir(), "keyshelf-bench-page-"));
  const file = path.join(folder, "answer.json");
  writeFileSync(file, JSON.stringify({ headers, body: body.toString("base64") }));
  const child = spawn(process.execPath, ["-e", bareServer, file], { stdio: ["ignore", "pipe", "inherit"] });
  try {
    const [port] = (await once(child.stdout, "data")) as [Buffer];
    return await http({ url: `http://127.0.0.1:${port.toString().trim()}/` });
  } finally {
    child.kill("SIGTERM");
    await once(child, "exit");
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Pages as an anonymous reader gets them. */
export async function pages(shop: Shop, { slug }: BenchCatalogue): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [name, address] of [
    ["home page", "/"],
    ["product list page", "/products"],
    ["product page", `/products/${slug}`],
  ] as const) {
    const url = shop.baseUrl + address;
    await http({ url, duration: 2 });
    const bare = await measureBare(url);
    rows.push(
      { name: `bare server, bytes of the ${name}`, figures: bare },
      {
        name: `${name}, anonymous`,
        figures: await http({ url }),
        against: { name: "a bare server", figures: bare, target: 0.35 },
      },
    );
  }
  return rows;
}
