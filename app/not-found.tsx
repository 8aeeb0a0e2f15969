import { getTranslations } from "next-intl/server";
import { NotFoundMessage } from "@/components/store/not-found-message";

export async function generateMetadata() {
  const t = await getTranslations("common.error");
  return { title: t("notFoundTitle"), robots: { index: false } };
}

/** Addresses that belong to no part of the shop; without its header, which would ask the database. */
export default function NotFound() {
  return (
    <main id="content" className="page grid min-h-dvh place-items-center py-16">
      <NotFoundMessage />
    </main>
  );
}
