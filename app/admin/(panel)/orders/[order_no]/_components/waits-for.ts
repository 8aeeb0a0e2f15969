import type { getTranslations } from "next-intl/server";
import type { AdminOrderDetail } from "@/lib/orders/staff/admin-schema";

type Translate = Awaited<ReturnType<typeof getTranslations<"admin-sell.order">>>;

/** For whom an order waits, by name where the reader may know it. */
export const waitsFor = (t: Translate, { connection }: AdminOrderDetail["purchases"][number]): string =>
  connection ? t("waitsFor", { site: connection.name }) : t("waitsForMainSite");
