import { getMedia } from "@/lib/content/queries";
import { isAppError } from "@/lib/core/errors";

/** A29: a picture never changes under its name, and a browser may only draw it, whatever its content. */
const headers = {
  "Cache-Control": "public, max-age=31536000, immutable",
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'; sandbox",
  "Cross-Origin-Resource-Policy": "cross-origin",
};

export async function GET(
  request: Request,
  { params }: { params: Promise<{ id: string }> },
): Promise<Response> {
  const { id } = await params;
  const etag = `"${id}"`;
  try {
    const media = await getMedia(id);
    if (request.headers.get("if-none-match") === etag)
      return new Response(null, { status: 304, headers: { ...headers, ETag: etag } });
    return new Response(Uint8Array.from(media.bytes), {
      headers: { ...headers, ETag: etag, "Content-Type": media.mime },
    });
  } catch (error) {
    if (!isAppError(error, "not_found")) throw error;
    return new Response("Not found", {
      status: 404,
      headers: { "Content-Type": "text/plain", "Cache-Control": "no-store" },
    });
  }
}
