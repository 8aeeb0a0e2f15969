import { getTranslations } from "next-intl/server";
import { AddChannelMenu } from "@/components/admin/add-channel-menu";
import { listProviders } from "@/lib/payments/admin-queries";
import { channelFields, providerName } from "./channel-fields";

/** Sets up an account at one of the gateways that this shop knows. */
export async function AddPaymentChannel({ goTo }: { goTo: string }) {
  const [providers, t, form] = await Promise.all([
    listProviders(),
    getTranslations("admin-money.channels"),
    getTranslations("admin.form"),
  ]);
  return (
    <AddChannelMenu
      label={t("add")}
      choices={providers
        .filter(({ is_available }) => is_available)
        .map((provider) => ({
          code: provider.code,
          name: providerName(provider, t),
          title: t("addTitle", { provider: providerName(provider, t) }),
          description: provider.is_weak ? t("weak") : null,
          fields: channelFields(provider, null, t),
        }))}
      write={{ path: "/admin/payment-channels", success: form("created"), goTo }}
      submitLabel={form("create")}
    />
  );
}
