import { useTranslations } from "next-intl";
import { Badge, type BadgeTone } from "@/components/ui/badge";
import type { OrderDetail } from "@/lib/orders/schema";

const tones: Record<OrderDetail["status"], BadgeTone> = {
  pending_payment: "warn",
  paid: "pine",
  delivering: "pine",
  delivered: "ok",
  refunded: "neutral",
  canceled: "neutral",
  expired: "neutral",
};

export function OrderBadge({ status }: { status: OrderDetail["status"] }) {
  const t = useTranslations("order.status");
  return (
    <Badge tone={tones[status]} dot>
      {t(status)}
    </Badge>
  );
}
