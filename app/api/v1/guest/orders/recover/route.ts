import { requireCaptcha } from "@/lib/accounts/captcha/require-captcha";
import { requestRecovery } from "@/lib/checkout/mails/request-recovery";
import { endpoint, route } from "@/lib/http/route";
import { recoverBody, recoverResult } from "@/lib/orders/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      name: "recoverGuestOrders",
      summary: "Mail the links of an address's orders; the answer does not tell whether there are any",
      auth: "none",
      limit: "recover",
      body: recoverBody,
      response: recoverResult,
    },
    async ({ body, client }) => {
      await requireCaptcha("guest_recover", body.captcha, client);
      const locale = await client.readLocale(body.locale);
      await requestRecovery({ email: body.email, orderNo: body.order_no ?? null, locale });
      return { sent: true as const };
    },
  ),
});
