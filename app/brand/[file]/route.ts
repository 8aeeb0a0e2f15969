import { brandIcon } from "@/lib/content/pictures/draw-brand-icon";
import { pictureAnswer } from "@/lib/http/answer/picture-answer";

/** The operator's logo as the icon of browsers and home screens, `icon-192.png` and the like. */
export async function GET(
  _request: Request,
  { params }: { params: Promise<{ file: string }> },
): Promise<Response> {
  const icon = await brandIcon((await params).file);
  if (!icon) return new Response("Not found", { status: 404, headers: { "content-type": "text/plain" } });
  return pictureAnswer(icon.key, icon.draw);
}
