import { drawBrandIcon } from "@/lib/content/draw-brand-icon";

/** The operator's logo as the icon of browsers and home screens, `icon-192.png` and the like. */
export async function GET(
  _request: Request,
  { params }: { params: Promise<{ file: string }> },
): Promise<Response> {
  const icon = await drawBrandIcon((await params).file);
  if (!icon) return new Response("Not found", { status: 404, headers: { "content-type": "text/plain" } });
  return new Response(icon, {
    headers: {
      "content-type": "image/png",
      // A new logo shows within the hour.
      "cache-control": "public, max-age=3600",
      "x-content-type-options": "nosniff",
    },
  });
}
