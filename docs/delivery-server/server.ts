// A delivery server with Node's own modules: npx tsx server.ts whsec_… 8080
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";

const [, , secret = "", port = "8080"] = process.argv;
const key = Buffer.from(secret.replace("whsec_", ""), "base64");
/** Goods of each request: keep them in your database, so that a repeat gets the same. */
const made = new Map<string, string>();
/** How many there are, without those that were handed over. */
const accounts = 100;

function isSigned(id: string, time: string, body: Buffer, signatures: string): boolean {
  if (Math.abs(Date.now() / 1000 - Number(time)) > 300) return false;
  const expected = createHmac("sha256", key).update(`${id}.${time}.`).update(body).digest();
  return signatures.split(" ").some((one) => {
    const given = Buffer.from(one.replace("v1,", ""), "base64");
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

createServer(async (request, response) => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const body = Buffer.concat(parts);
  const read = (name: string) => String(request.headers[`webhook-${name}`] ?? "");
  const id = read("id");
  if (!isSigned(id, read("timestamp"), body, read("signature"))) {
    response.writeHead(401).end();
    return;
  }
  const { type, data } = JSON.parse(body.toString());
  if (type === "stock.asked") {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ stock: accounts - made.size }));
    return;
  }
  const password = made.get(id) ?? randomBytes(9).toString("base64url");
  made.set(id, password);
  const answer =
    data.quantity > 10
      ? { request_id: id, refused: "At most 10 accounts at once" }
      : {
          request_id: id,
          fields: { User: `${data.order_no}-${data.item}`.toLowerCase(), Password: password },
        };
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
}).listen(Number(port));
