import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface FakeS3 {
  url: string;
  objects: Map<string, Buffer>;
  /** Every request must be signed (Signature Version 4). */
  unsigned: number;
  stop(): Promise<void>;
}

/** An S3-compatible store: put, get, list and delete of whole objects in one bucket, addressed by its path. */
export async function startFakeS3(bucket: string): Promise<FakeS3> {
  const objects = new Map<string, Buffer>();
  const fake = { url: "", objects, unsigned: 0, stop: async () => {} };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      if (!request.headers.authorization?.startsWith("AWS4-HMAC-SHA256 ")) fake.unsigned += 1;
      const key = decodeURIComponent(url.pathname).slice(`/${bucket}/`.length);
      if (request.method === "PUT") {
        objects.set(key, Buffer.concat(chunks));
        response.writeHead(200, { etag: '"1"' }).end();
      } else if (request.method === "DELETE") {
        objects.delete(key);
        response.writeHead(204).end();
      } else if (url.searchParams.has("list-type")) {
        const prefix = url.searchParams.get("prefix") ?? "";
        const found = [...objects].filter(([name]) => name.startsWith(prefix));
        const contents = found.map(
          ([name, body]) => `<Contents><Key>${name}</Key><Size>${body.length}</Size></Contents>`,
        );
        response
          .writeHead(200, { "content-type": "application/xml" })
          .end(
            `<?xml version="1.0"?><ListBucketResult><IsTruncated>false</IsTruncated>${contents.join("")}</ListBucketResult>`,
          );
      } else {
        const body = objects.get(key);
        if (body) response.writeHead(200, { "content-length": body.length }).end(body);
        else
          response
            .writeHead(404, { "content-type": "application/xml" })
            .end(`<?xml version="1.0"?><Error><Code>NoSuchKey</Code><Message>no such key</Message></Error>`);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  fake.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  fake.stop = () => new Promise((resolve) => server.close(() => resolve()));
  return fake;
}
