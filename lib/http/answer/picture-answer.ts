import { keptPicture } from "../../content/pictures/kept-pictures";

/** A PNG that is drawn once and kept; 503 while too many wait to be drawn. */
export async function pictureAnswer(
  key: string,
  draw: () => Promise<Uint8Array<ArrayBuffer>>,
  headers: Record<string, string> = {},
): Promise<Response> {
  const picture = await keptPicture(key, draw);
  if (picture === null)
    return new Response("Too many pictures wait to be drawn\n", {
      status: 503,
      headers: { "retry-after": "5", "content-type": "text/plain", "cache-control": "no-store" },
    });
  return new Response(picture, {
    headers: {
      "content-type": "image/png",
      // Its content may change within the hour.
      "cache-control": "public, max-age=3600",
      "x-content-type-options": "nosniff",
      ...headers,
    },
  });
}
