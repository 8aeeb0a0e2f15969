import { getTranslations } from "next-intl/server";
import { toLocale } from "@/lib/core/locale";
import { getSettings } from "@/lib/settings/queries";
import { answerShare } from "../answer-share";

type Context = { params: Promise<{ path: string[] }> };

/** `/share/products/<slug>.png`: the picture that messages and networks show beside a link to that page. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const lang = new URL(request.url).searchParams.get("lang");
  const { defaultLocale } = await getSettings();
  const locale = toLocale(lang, toLocale(defaultLocale));
  const t = await getTranslations({ locale, namespace: "catalogue" });
  const words = { locale, home: t("home.title"), from: (price: string) => t("fromPrice", { price }) };
  return answerShare((await params).path, words);
}
