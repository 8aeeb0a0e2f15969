import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { memberChooser } from "@/lib/checkout/choosers";
import { requirePageUser } from "@/lib/http/caller/session";
import { listPageChannels } from "../../../../page-client";
import { getShopSettings } from "../../../../shop";
import { RechargeStatus } from "./_components/recharge-status";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("account.recharge");
  return { title: t("title") };
}

export default async function RechargePage({ params }: { params: Promise<{ rechargeNo: string }> }) {
  const { rechargeNo } = await params;
  const { userId } = await requirePageUser(`/account/wallet/recharge/${encodeURIComponent(rechargeNo)}`);
  const [channels, { currency }] = await Promise.all([
    listPageChannels((client) => memberChooser(userId, client)),
    getShopSettings(),
  ]);
  return <RechargeStatus rechargeNo={rechargeNo} channels={channels} currency={currency} />;
}
