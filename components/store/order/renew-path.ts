/** Where something of an order is renewed; the address names it among others of the order. */
export function renewPath(
  orderNo: string,
  { item, license_id }: { item: number; license_id: string | null },
): string {
  const query = new URLSearchParams({ item: String(item), ...(license_id ? { license: license_id } : {}) });
  return `/orders/${orderNo}/renew?${query}`;
}
