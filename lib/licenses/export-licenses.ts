import { exportList } from "../accounts/staff/export-list";
import type { AdminActor, ClientInfo } from "../acts/actor";
import { licenseReader } from "./admin-queries";
import type { AdminLicenseQuery } from "./schema";

const columns = {
  license_id: "text",
  order_no: "text",
  sku_id: "number",
  product: "text",
  plan: "text",
  status: "text",
  max_devices: "number",
  devices_used: "number",
  expires_at: "time",
  created_at: "time",
} as const;

/** The filtered list as CSV, oldest first; never a license key. */
export const exportLicenses = async (actor: AdminActor, client: ClientInfo, query: AdminLicenseQuery) =>
  exportList(actor, client, {
    action: "license.export",
    target: "licenses",
    columns,
    cell: (row, column) => row[column],
    read: await licenseReader(query),
  });
