import { getTranslations } from "next-intl/server";
import { drawSharePicture } from "@/lib/content/draw-share-picture";
import { isLocale } from "@/lib/core/locale";
import { getSettings } from "@/lib/settings/queries";
import { keptPicture } from "../kept-pictures";
import { readShareText } from "../read-share-text";

type Context = { params: Promise<{ path: string[] }> };

const unknown = () => new Response("Not found", { status: 404, headers: { "content-type": "text/plain" } });

/** `/share/products/<slug>.png`: the picture that messages and networks show beside a link to that page. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const path = [...(await params).path];
  const last = path.pop() ?? "";
  if (!last.endsWith(".png") || path.length > 1) return unknown();
  path.push(last.slice(0, -".png".length));
  const lang = new URL(request.url).searchParams.get("lang");
  const { defaultLocale, logo } = await getSettings();
  const locale = isLocale(lang) ? lang : isLocale(defaultLocale) ? defaultLocale : "en";
  const t = await getTranslations({ locale, namespace: "catalogue" });
  const text = await readShareText(path, {
    locale,
    home: t("home.title"),
    from: (price) => t("fromPrice", { price }),
  });
  if (!text) return unknown();
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
