import { expect } from "vitest";
import type { operations as adminPayments } from "@/app/api/v1/admin/payments/[[...path]]/route";
import { readCsv } from "@/lib/core/formats/csv";
import { lastAudit, type staffOfTest } from "./admin-suite";

type Staff = ReturnType<typeof staffOfTest>;

/** Downloads lists as `staff` and reads what the audit log says of it. */
export const listDownloads = (staff: Staff) => ({
  /** The rows of a file by the names of its columns. */
  async download(
    handler: typeof adminPayments.exportRefunds,
    query = "",
    params: Record<string, string> = {},
  ) {
    const { status, text, headers } = await staff.call(handler, "GET", { path: `/x?${query}`, params });
    expect([status, headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8"]);
    const [head, ...rows] = readCsv(text).map(({ cells }) => cells);
    return rows.map((row) => Object.fromEntries((head ?? []).map((name, at) => [name, row[at]])));
  },
  audited: (action: string, target: string) =>
    expect(lastAudit()).resolves.toMatchObject({ actor: `staff:${staff.email()}`, action, target }),
});
