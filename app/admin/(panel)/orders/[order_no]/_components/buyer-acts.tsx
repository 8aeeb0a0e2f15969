import { getTranslations } from "next-intl/server";
import { ActButton } from "@/components/admin/form/act-button";
import { FormDialog } from "@/components/admin/form/form-dialog";
import { Button } from "@/components/ui/button";
import { hasMailServer } from "@/lib/notifications/server/mail-server";
import type { AdminOrderDetail } from "@/lib/orders/staff/admin-schema";
import { itemName } from "./item-name";

type BuyerActProps = { detail: AdminOrderDetail };

export async function ReplaceKey({ detail }: BuyerActProps) {
  const t = await getTranslations("admin-sell.order");
  const keys = detail.order.items
    .filter(({ fulfillment }) => fulfillment.status === "ready")
    .flatMap((item) =>
      detail.keys
        .filter((key) => key.item === item.id)
        .map(({ secret_id }, n) => ({
          value: String(secret_id),
          label: t("keyNo", { name: itemName(item), n: n + 1 }),
        })),
    );
  if (keys.length === 0) return null;
  const path = `/admin/orders/${detail.order.order_no}`;
  const reported = String(detail.events.findLast(({ kind }) => kind === "problem")?.data.secretId);
  return (
    <FormDialog
      trigger={
        <Button variant="secondary" size="sm">
          {t("replace")}
        </Button>
      }
      title={t("replace")}
      description={t("replaceText")}
      columns={1}
      fields={[
        {
          kind: "select",
          name: "secret_id",
          label: t("key"),
          options: keys,
          numeric: true,
          // The one that the buyer reported last.
          value: keys.find(({ value }) => value === reported)?.value,
        },
        {
          kind: "textarea",
          name: "content",
          label: t("givenKey"),
          hint: t("givenKeyHint"),
          rows: 2,
          mono: true,
          empty: "omit",
        },
        { kind: "text", name: "reason", label: t("reason"), required: true },
      ]}
      write={{ path: `${path}/replace-secret`, success: t("replaced") }}
      submitLabel={t("replace")}
      danger
    />
  );
}

/** Agents answer their own buyers. */
export const isAnswerable = ({ order, buyer }: AdminOrderDetail): boolean =>
  buyer !== "site" && Boolean(order.email);

const told = ["ready", "processing", "held", "failed"];

/**
 * Sends once more what the buyer's address has got before: harmless, so it does not ask. Where no mail server takes it, the mail stands on
 * the time line to be read.
 */
export async function ResendMail({ detail }: BuyerActProps) {
  const { order, buyer, buyer_name: name } = detail;
  if (buyer === "site" || !told.includes(order.fulfillment_status) || !(await hasMailServer())) return null;
  const t = await getTranslations("admin-sell.order.buyerCard");
  return (
    <ActButton
      write={{
        path: `/admin/orders/${order.order_no}/mail`,
        success: t("resent", { email: order.email ?? name }),
      }}
    >
      {t("resend")}
    </ActButton>
  );
}

export async function AnswerBuyer({ detail }: BuyerActProps) {
  if (!isAnswerable(detail)) return null;
  const { order } = detail;
  const [t, isSent] = await Promise.all([getTranslations("admin-sell.order"), hasMailServer()]);
  const path = `/admin/orders/${order.order_no}`;
  return (
    <FormDialog
      trigger={
        <Button variant="secondary" size="sm">
          {t("answer")}
        </Button>
      }
      title={t("answer")}
      description={t("answerText", { email: order.email ?? "" })}
      columns={1}
      fields={[{ kind: "textarea", name: "text", label: t("answerField"), required: true, rows: 6 }]}
      write={{ path: `${path}/answer`, success: t(isSent ? "answerSent" : "answerWaits") }}
      submitLabel={t("answer")}
    />
  );
}
