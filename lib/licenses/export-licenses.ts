import type { AdminActor, ClientInfo } from "../accounts/actor";
import { exportList } from "../accounts/export-list";
import { licenseReader } from "./admin-queries";
import type { AdminLicenseQuery } from "./schema";

const columns = [
  "license_id",
  "order_no",
  "sku_id",
  "product",
  "plan",
  "status",
  "max_devices",
  "devices_used",
  "expires_at",
  "created_at",
] as const;

/** The filtered list as CSV, oldest first; never a license key. */
export const exportLicenses = async (actor: AdminActor, client: ClientInfo, query: AdminLicenseQuery) =>
  exportList(actor, client, {
    action: "license.export",
    target: "licenses",
    columns,
    cell: (row, column) => row[column],
    read: await licenseReader(query),
  });
