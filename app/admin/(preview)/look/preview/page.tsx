import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { Home } from "@/app/(store)/_components/home/home";
import { StoreFrame } from "@/app/(store)/_components/store-frame";
import { requirePageAdmin } from "@/lib/http/caller/session";
import { lookIn } from "@/lib/settings/look/in-language";
import { readSentLook } from "@/lib/settings/look/sent-look";
import { getSettings } from "@/lib/settings/queries";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("admin-content.look");
  return { title: t("preview"), robots: { index: false } };
}

/** The home page in a look that nobody has saved; without one, in the shop's own. The form of the look draws it in a frame. */
export default async function LookPreviewPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  await requirePageAdmin("/admin/look", "settings:read");
  const { look: sent } = await searchParams;
  const look = (typeof sent === "string" ? readSentLook(sent) : null) ?? (await getSettings()).look;
  const read = lookIn(look, await getLocale());
  return (
    <StoreFrame look={read}>
      <Home look={read} />
    </StoreFrame>
  );
}
