import type { OrderDetail } from "@/lib/orders/schema";

/** Whether there are goods that its buyer may see: keys of any kind, or files. */
export const hasKeys = ({ items }: Pick<OrderDetail, "items">): boolean =>
  items.some(
    ({ fulfillment }) => (fulfillment.secrets?.length ?? 0) > 0 || (fulfillment.files?.length ?? 0) > 0,
  );
