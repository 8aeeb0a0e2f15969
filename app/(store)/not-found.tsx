import { getTranslations } from "next-intl/server";
import { ClientMessages } from "@/components/store/client-messages";
import { LaterNewGoods } from "@/components/store/later-new-goods";
import { NotFoundMessage } from "@/components/store/not-found-message";
import { getViewer } from "./viewer";

export { describeNotFound as generateMetadata } from "./describe-page";

/** Next draws this into every page below the layout: the goods are asked for by the browser that shows it. */
export default async function NotFound() {
  const [t, viewer] = await Promise.all([getTranslations("catalogue.list"), getViewer()]);
  return (
    <main id="content" tabIndex={-1} className="page">
      <NotFoundMessage />
      <ClientMessages
        areas={[
          "catalogue.addToCart",
          "catalogue.from",
          "catalogue.before",
          "catalogue.instant",
          "catalogue.stock",
        ]}
      >
        <LaterNewGoods title={t("others")} isMember={viewer !== null} />
      </ClientMessages>
    </main>
  );
}
