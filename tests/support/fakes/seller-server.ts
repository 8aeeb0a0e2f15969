import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll } from "vitest";
import { db } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { newServerSecret } from "@/lib/fulfillment/kinds/dynamic/server-secret";
import { aProduct, type ProductOptions } from "../builders/products";

/** The seller's server of a test file: it does what a test says and keeps what it was sent. */
export function sellerServer() {
  const seller = {
    url: "",
    calls: [] as { headers: IncomingHttpHeaders; body: string; id: string }[],
    answer: (_response: ServerResponse, _id: string): void => undefined,
    /** From now on it answers with this. */
    says(body: object | string, status = 200): void {
      seller.answer = (response, id) => {
        const text = typeof body === "string" ? body : JSON.stringify({ request_id: id, ...body });
        response.writeHead(status, { "content-type": "application/json" }).end(text);
      };
    },
  };
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const id = String(request.headers["webhook-id"]);
    seller.calls.push({ headers: request.headers, body: Buffer.concat(parts).toString(), id });
    seller.answer(response, id);
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    seller.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/make`;
  });
  afterAll(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return seller;
}

/** A product whose option is made by the seller's server, beside what the product is itself. */
export async function aMadeProduct(url: string, options: ProductOptions = { kind: "text" }) {
  const { sku, product } = await aProduct(options);
  await db().sku.update({
    where: { id: sku.id },
    data: {
      contentSealed: null,
      fulfillers: ["dynamic"],
      fulfillerSettings: { dynamic: { url, timeout_minutes: 120 } },
    },
  });
  const secret = await inTransaction((tx) => newServerSecret(tx, sku.id));
  return { sku, product, secret };
}
