const headers = (filename: string, type: string) => ({
  "Content-Type": `${type}; charset=utf-8`,
  "Content-Disposition": `attachment; filename="${filename}"`,
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
});

export const jsonDownload = (filename: string, value: object): Response =>
  new Response(`${JSON.stringify(value, null, 2)}\n`, { headers: headers(filename, "application/json") });

/** Without it Excel reads a table of UTF-8 as one of the computer's old encoding. Imports leave it out. */
const tableMark = "\uFEFF";
const begins = (type: string) => (type === "text/csv" ? tableMark : "");

export const textDownload = (filename: string, text: string, type = "text/plain"): Response =>
  new Response(begins(type) + text, { headers: headers(filename, type) });

/** Streamed, so that a large export is never in memory as a whole. */
export function streamDownload(filename: string, type: string, lines: AsyncGenerator<string>): Response {
  const encoder = new TextEncoder();
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      const mark = begins(type);
      if (mark !== "") controller.enqueue(encoder.encode(mark));
    },
    async pull(controller) {
      const { done, value } = await lines.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await lines.return(undefined);
    },
  });
  return new Response(stream, { headers: headers(filename, type) });
}

/** RFC 6266: a plain name for old readers, and the true one, in which nothing but letters and digits is written as it is. */
export function attachmentName(name: string): string {
  const plain = name.replace(/[^\w.-]/g, "_");
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

interface FileAnswer {
  name: string;
  etag: string;
  size: number;
  range: { start: number; end: number } | "unsatisfiable" | null;
  body: ReadableStream<Uint8Array> | null;
}

/** A seller's file, whatever it is: saved and never shown, so that no page or picture in it runs in the shop's origin. */
export function fileDownload({ name, etag, size, range, body }: FileAnswer): Response {
  const common = {
    "Accept-Ranges": "bytes",
    "Cache-Control": "private, no-store",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Content-Type": "application/octet-stream",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
  };
  if (range === "unsatisfiable")
    return new Response(null, { status: 416, headers: { ...common, "Content-Range": `bytes */${size}` } });
  const { start, end } = range ?? { start: 0, end: size - 1 };
  return new Response(body, {
    status: range ? 206 : 200,
    headers: {
      ...common,
      "Content-Disposition": attachmentName(name),
      "Content-Length": String(end - start + 1),
      ETag: etag,
      ...(range ? { "Content-Range": `bytes ${start}-${end}/${size}` } : {}),
    },
  });
}

/** A picture for staff alone: a browser may only draw it, and keeps no copy. */
export const privatePicture = (bytes: Uint8Array<ArrayBuffer>): Response =>
  new Response(bytes, {
    headers: {
      "Cache-Control": "private, no-store",
      "Content-Security-Policy": "default-src 'none'; sandbox",
      "Content-Type": "image/webp",
      "X-Content-Type-Options": "nosniff",
    },
  });
