/** An item as the order's forms and dialogs call it. */
export const itemName = ({ title, sku_name }: { title: string; sku_name: string | null }): string =>
  sku_name ? `${title} · ${sku_name}` : title;
