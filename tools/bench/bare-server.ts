import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Figures, http } from "./load";

/** In a process of its own, as the shop is. The id of the answer, where it has one, is new in each answer. */
const program = `
const { readFileSync } = require("node:fs");
const { randomUUID } = require("node:crypto");
const { headers, body, requestId } = JSON.parse(readFileSync(process.argv[1], "utf8"));
const text = Buffer.from(body, "base64").toString("latin1");
const [before, after] = requestId && text.includes(requestId) ? text.split(requestId) : [text, null];
const bytes = Buffer.from(body, "base64");
require("node:http").createServer((_, response) => {
  const id = randomUUID();
  for (const [name, value] of headers) response.setHeader(name, value === requestId ? id : value);
  response.end(after === null ? bytes : Buffer.from(before + id + after, "latin1"));
}).listen(0, "127.0.0.1", function () { console.log(this.address().port); });
`;

/** Measures a `node:http` server that answers the same bytes and headers and does nothing else. */
export async function measureBare(url: string): Promise<Figures> {
  const answer = await fetch(url, { headers: { "accept-encoding": "identity" } });
  const body = Buffer.from(await answer.arrayBuffer());
  const headers = [...answer.headers].filter(
    ([name]) => !["connection", "keep-alive", "date"].includes(name),
  );
  const folder = mkdtempSync(path.join(tmpdir(), "keyshelf-bench-bare-"));
  const file = path.join(folder, "answer.json");
  const requestId = answer.headers.get("x-request-id");
  writeFileSync(file, JSON.stringify({ headers, body: body.toString("base64"), requestId }));
  const child = spawn(process.execPath, ["-e", program, file], { stdio: ["ignore", "pipe", "inherit"] });
  try {
    const [port] = (await once(child.stdout, "data")) as [Buffer];
    const bare = `http://127.0.0.1:${port.toString().trim()}/`;
    await http({ url: bare, duration: 2 });
    return await http({ url: bare });
  } finally {
    child.kill("SIGTERM");
    await once(child, "exit");
    rmSync(folder, { recursive: true, force: true });
  }
}
