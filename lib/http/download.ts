const headers = (filename: string, type: string) => ({
  "Content-Type": `${type}; charset=utf-8`,
  "Content-Disposition": `attachment; filename="${filename}"`,
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
});

export const textDownload = (filename: string, text: string): Response =>
  new Response(text, { headers: headers(filename, "text/plain") });

/** Streamed, so that a large export is never in memory as a whole. */
export function streamDownload(filename: string, type: string, lines: AsyncGenerator<string>): Response {
  const encoder = new TextEncoder();
  const stream = new ReadableStream<Uint8Array>({
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
