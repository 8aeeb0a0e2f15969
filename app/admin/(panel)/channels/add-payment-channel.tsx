import { getTranslations } from "next-intl/server";
import { AddChannelMenu } from "@/components/admin/add-channel-menu";
import { languagesOf } from "@/components/admin/form/in-languages";
import { listProviders } from "@/lib/payments/admin-queries";
import { getSettings } from "@/lib/settings/queries";
import { channelFields, providerName, readFirstNames } from "./channel-fields";

/** Sets up an account at one of the gateways that this shop knows. */
export async function AddPaymentChannel({ goTo }: { goTo: string }) {
  const [providers, settings, t, form] = await Promise.all([
    listProviders(),
    getSettings(),
    getTranslations("admin-money.channels"),
    getTranslations("admin.form"),
  ]);
  const languages = languagesOf(settings);
  const choices = await Promise.all(
    providers
      .filter(({ is_available }) => is_available)
      .map(async (provider) => ({
        code: provider.code,
        name: providerName(provider, t),
        title: t("addTitle", { provider: providerName(provider, t) }),
        description: provider.is_weak ? t("weak") : null,
        fixed: { provider: provider.code },
        fields: channelFields(provider, null, languages, t, await readFirstNames(provider, languages)),
      })),
  );
  return (
    <AddChannelMenu
      label={t("add")}
      choices={choices}
      write={{ path: "/admin/payment-channels", success: form("created"), goTo }}
      submitLabel={form("create")}
    />
  );
}
