import { getTranslations } from "next-intl/server";
import { ConfirmAction } from "@/components/admin/form/confirm-action";
import { Button } from "@/components/ui/button";
import { DateTime } from "@/components/ui/date-time";
import type { AdminLicense } from "@/lib/licenses/schema";

/** The devices of a license, folded under their number. */
export async function DeviceList({ license, mayWrite }: { license: AdminLicense; mayWrite: boolean }) {
  const t = await getTranslations("admin-sell.licenses");
  const used = t("used", { used: license.devices_used, max: license.max_devices });
  if (license.devices.length === 0) return <span className="tabular text-ink-faint">{used}</span>;
  return (
    <details>
      <summary className="tabular cursor-pointer">{used}</summary>
      <ul className="mt-2 flex flex-col gap-2">
        {license.devices.map((device) => (
          <li key={device.id} className="flex items-center gap-2 text-sm">
            <span className="min-w-0 flex-1">
              <span className="block break-words">{device.name || t("unnamed")}</span>
              <span className="block text-ink-faint text-xs">
                {device.platform ? `${device.platform} · ` : ""}
                <DateTime value={device.last_seen_at} style="ago" />
              </span>
            </span>
            {mayWrite ? (
              <ConfirmAction
                trigger={
                  <Button variant="ghost" size="sm">
                    {t("free")}
                  </Button>
                }
                title={t("freeTitle")}
                description={t("freeText")}
                confirmLabel={t("free")}
                path={`/admin/licenses/${license.id}/devices/${device.id}`}
                method="DELETE"
                success={t("freed")}
              />
            ) : null}
          </li>
        ))}
      </ul>
    </details>
  );
}
