import { drawSharePicture } from "@/lib/content/pictures/draw-share-picture";
import { pictureAnswer } from "@/lib/http/answer/picture-answer";
import { getSettings } from "@/lib/settings/queries";
import { readShareText, type ShareWords } from "./read-share-text";

const unknown = () => new Response("Not found", { status: 404, headers: { "content-type": "text/plain" } });

/** `path`: below /share, with `.png` at its end. */
export async function answerShare(path: readonly string[], words: ShareWords): Promise<Response> {
  const last = path.at(-1) ?? "";
  if (!last.endsWith(".png") || path.length > 2) return unknown();
  const text = await readShareText([...path.slice(0, -1), last.slice(0, -".png".length)], words);
  if (!text) return unknown();
  const { logo } = await getSettings();
  return pictureAnswer(JSON.stringify(["share", text, logo]), () => drawSharePicture(text), {
    "cross-origin-resource-policy": "cross-origin",
  });
}
