import { operations as adminStock } from "@/app/api/v1/admin/stock/[[...path]]/route";
import type { ImportReport, SecretList } from "@/lib/stock/schema";
import { goodPassword } from "../builders/accounts";
import type { staffOfTest } from "./admin-suite";

export const at = (skuId: number | string, query = "") => ({
  params: { sku_id: String(skuId) },
  path: `/x?${query}`,
});

/** Calls of these staff about the keys of an option, and their rows of the audit log. */
export const stockCalls = (staff: ReturnType<typeof staffOfTest>) => ({
  put: (skuId: number, body: unknown) =>
    staff.call<ImportReport>(adminStock.importSecrets, "POST", { ...at(skuId), body }),
  list: (skuId: number, query = "") =>
    staff.call<SecretList>(adminStock.listSecrets, "GET", at(skuId, query)),
  take: (skuId: number, body: object = {}) =>
    staff.call(adminStock.exportSecrets, "POST", { ...at(skuId), body: { password: goodPassword, ...body } }),
  shift: (skuId: number, body: object) =>
    staff.call<{ moved: number; left: number }>(adminStock.moveSecrets, "POST", { ...at(skuId), body }),
  by: (row: object) => ({ actor: `staff:${staff.email()}`, ...row }),
});
