import { z } from "zod";
import { languageQuery } from "@/lib/core/translations";
import { publicRead } from "@/lib/http/public-reads";
import { endpoint, route } from "@/lib/http/route";
import { hasMailServer } from "@/lib/notifications/server/mail-server";
import { listOpenChannels } from "@/lib/payments/queries";
import { paymentChannel } from "@/lib/payments/schema";
import { inSettingsLanguage } from "@/lib/settings/in-language";
import { getSettings } from "@/lib/settings/queries";
import { siteConfig } from "@/lib/settings/schema";
import { toSiteConfig } from "@/lib/settings/view";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      name: "getSiteConfig",
      ...publicRead,
      cache: { ...publicRead.cache, tagged: ({ server_time: _, ...data }) => data },
      summary: "Site configuration: name, currency, payment channels, captcha, features",
      query: languageQuery,
      response: siteConfig
        .extend({ payment_channels: z.array(paymentChannel), sends_mail: z.boolean() })
        .meta({ id: "SiteConfig" }),
    },
    async ({ query }) => {
      const [settings, channels, sendsMail] = await Promise.all([
        getSettings(),
        listOpenChannels(query.lang),
        hasMailServer(),
      ]);
      return {
        ...toSiteConfig(inSettingsLanguage(settings, query.lang)),
        payment_channels: channels,
        sends_mail: sendsMail,
      };
    },
  ),
});
