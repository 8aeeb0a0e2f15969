import { createHash, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type OutgoingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

interface Multipart {
  key: string;
  metadata: OutgoingHttpHeaders;
  parts: Map<number, Buffer>;
}

export interface FakeS3 {
  url: string;
  objects: Map<string, Buffer>;
  /** Multipart uploads that were neither completed nor aborted, by their id. */
  uploads: Map<string, Multipart>;
  /** Every request must be signed (Signature Version 4). */
  unsigned: number;
  /** Requests so far, as in "GET key". */
  requests: string[];
  /** Answers everything with 503 while it is set. */
  isDown: boolean;
  /** Runs before a request is answered, as in "PUT key". */
  onRequest: ((request: string) => Promise<void>) | null;
  stop(): Promise<void>;
}

interface Answer {
  status: number;
  headers?: OutgoingHttpHeaders;
  body?: Buffer | string;
}

const leastPartBytes = 5 * 1024 ** 2;
const etagOf = (bytes: Buffer) => `"${createHash("md5").update(bytes).digest("hex")}"`;
const xml = (root: string, inner: string): Answer => ({
  status: 200,
  headers: { "content-type": "application/xml" },
  body: `<?xml version="1.0"?><${root}>${inner}</${root}>`,
});
const failure = (status: number, code: string): Answer => ({
  ...xml("Error", `<Code>${code}</Code><Message>${code}</Message>`),
  status,
});
const metadataOf = ({ headers }: IncomingMessage): OutgoingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith("x-amz-meta-")));

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function partOf(body: Buffer, range: string | undefined): Answer {
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(range ?? "") ?? [];
  if (first === undefined) return { status: 200, headers: { etag: etagOf(body) }, body };
  const start = Number(first);
  const end = Math.min(last ? Number(last) : body.length - 1, body.length - 1);
  if (start > end) return failure(416, "InvalidRange");
  return {
    status: 206,
    headers: { etag: etagOf(body), "content-range": `bytes ${start}-${end}/${body.length}` },
    body: body.subarray(start, end + 1),
  };
}

/** An S3-compatible store with one bucket, addressed by its path: objects, ranges, lists and multipart uploads. */
export async function startFakeS3(bucket: string): Promise<FakeS3> {
  const objects = new Map<string, Buffer>();
  const metadata = new Map<string, OutgoingHttpHeaders>();
  const uploads = new Map<string, Multipart>();
  const put = (key: string, body: Buffer, about: OutgoingHttpHeaders) => {
    objects.set(key, body);
    metadata.set(key, about);
  };

  function complete(id: string, { key, metadata: about, parts }: Multipart, body: string): Answer {
    const named = [...body.matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)].map(([, number]) => Number(number));
    const pieces = named.map((number) => parts.get(number));
    if (pieces.length === 0 || pieces.some((piece) => piece === undefined))
      return failure(400, "InvalidPart");
    if (pieces.slice(0, -1).some((piece) => (piece?.length ?? 0) < leastPartBytes))
      return failure(400, "EntityTooSmall");
    put(key, Buffer.concat(pieces.filter((piece) => piece !== undefined)), about);
    uploads.delete(id);
    return xml("CompleteMultipartUploadResult", `<Key>${key}</Key>`);
  }

  async function ofUpload(request: IncomingMessage, id: string, partNumber: string | null): Promise<Answer> {
    const upload = uploads.get(id);
    if (!upload) {
      request.resume();
      return failure(404, "NoSuchUpload");
    }
    if (request.method === "PUT") {
      const body = await bytesOf(request);
      upload.parts.set(Number(partNumber), body);
      return { status: 200, headers: { etag: etagOf(body) } };
    }
    if (request.method === "POST") return complete(id, upload, await text(request));
    if (request.method === "DELETE") {
      uploads.delete(id);
      return { status: 204 };
    }
    const parts = [...upload.parts].sort(([a], [b]) => a - b);
    const listed = parts.map(
      ([number, body]) =>
        `<Part><PartNumber>${number}</PartNumber><ETag>${etagOf(body)}</ETag><Size>${body.length}</Size></Part>`,
    );
    return xml("ListPartsResult", `<IsTruncated>false</IsTruncated>${listed.join("")}`);
  }

  function ofBucket(query: URLSearchParams): Answer {
    const prefix = query.get("prefix") ?? "";
    if (query.has("uploads")) {
      const open = [...uploads].filter(([, { key }]) => key.startsWith(prefix));
      const listed = open.map(
        ([id, { key }]) => `<Upload><Key>${key}</Key><UploadId>${id}</UploadId></Upload>`,
      );
      return xml("ListMultipartUploadsResult", `<IsTruncated>false</IsTruncated>${listed.join("")}`);
    }
    const delimiter = query.get("delimiter");
    const isNested = (name: string) => delimiter !== null && name.slice(prefix.length).includes(delimiter);
    const found = [...objects].filter(([name]) => name.startsWith(prefix) && !isNested(name));
    const listed = found.map(
      ([name, body]) => `<Contents><Key>${name}</Key><Size>${body.length}</Size></Contents>`,
    );
    return xml("ListBucketResult", `<IsTruncated>false</IsTruncated>${listed.join("")}`);
  }

  async function ofObject(request: IncomingMessage, key: string): Promise<Answer> {
    if (request.method === "PUT") {
      const body = await bytesOf(request);
      put(key, body, metadataOf(request));
      return { status: 200, headers: { etag: etagOf(body) } };
    }
    if (request.method === "DELETE") {
      objects.delete(key);
      return { status: 204 };
    }
    const body = objects.get(key);
    if (!body) return failure(404, "NoSuchKey");
    const answer = partOf(body, request.headers.range);
    return { ...answer, headers: { ...answer.headers, ...metadata.get(key) } };
  }

  async function answerTo(request: IncomingMessage): Promise<Answer> {
    const url = new URL(request.url ?? "/", "http://localhost");
    const key = decodeURIComponent(url.pathname).slice(`/${bucket}/`.length);
    const asked = `${request.method} ${key}`;
    fake.requests.push(asked);
    await fake.onRequest?.(asked);
    if (!request.headers.authorization?.startsWith("AWS4-HMAC-SHA256 ")) fake.unsigned += 1;
    if (fake.isDown) {
      request.resume();
      return failure(503, "ServiceUnavailable");
    }
    const id = url.searchParams.get("uploadId");
    if (id !== null) return ofUpload(request, id, url.searchParams.get("partNumber"));
    if (key === "") return ofBucket(url.searchParams);
    if (request.method === "POST" && url.searchParams.has("uploads")) {
      const uploadId = randomUUID();
      uploads.set(uploadId, { key, metadata: metadataOf(request), parts: new Map() });
      return xml("InitiateMultipartUploadResult", `<Key>${key}</Key><UploadId>${uploadId}</UploadId>`);
    }
    return ofObject(request, key);
  }

  const server = createServer((request, response) => {
    void answerTo(request).then(
      ({ status, headers = {}, body = "" }) => {
        const length = Buffer.byteLength(body);
        response.writeHead(status, { ...headers, ...(status === 204 ? {} : { "content-length": length }) });
        response.end(request.method === "HEAD" ? undefined : body);
      },
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const fake: FakeS3 = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    uploads,
    unsigned: 0,
    requests: [],
    isDown: false,
    onRequest: null,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return fake;
}
