import { drawSharePicture } from "@/lib/content/draw-share-picture";
import { getSettings } from "@/lib/settings/queries";
import { keptPicture } from "./kept-pictures";
import { readShareText, type ShareWords } from "./read-share-text";

const unknown = () => new Response("Not found", { status: 404, headers: { "content-type": "text/plain" } });

/** `path`: below /share, with `.png` at its end. */
export async function answerShare(path: readonly string[], words: ShareWords): Promise<Response> {
  const last = path.at(-1) ?? "";
  if (!last.endsWith(".png") || path.length > 2) return unknown();
  const text = await readShareText([...path.slice(0, -1), last.slice(0, -".png".length)], words);
  if (!text) return unknown();
  const { logo } = await getSettings();
  const picture = await keptPicture(JSON.stringify([text, logo]), () => drawSharePicture(text));
  return new Response(picture, {
    headers: {
      "content-type": "image/png",
      "cache-control": "public, max-age=3600",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "cross-origin",
    },
  });
}
