"use client";

import { MonitorSmartphone } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { api } from "@/components/api/client";
import { useErrorText } from "@/components/api/use-error-text";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { DateTime } from "@/components/ui/date-time";
import { FieldError } from "@/components/ui/field";
import type { OwnLicenseList } from "@/lib/licenses/schema";
import { useRead } from "../use-read";
import { OrderSection } from "./order-section";

/** More than most orders have, and few enough to be read. */
const perPage = 20;

type OrderLicensesProps = { base: string; token: string | null };

/**
 * Shows the rights of an order's licenses, and the devices that use them: a place is freed here when a device is gone.
 */
export function OrderLicenses({ base, token }: OrderLicensesProps) {
  const t = useTranslations("order.licenses");
  const path = `${base}/licenses`;
  const [page, setPage] = useState(1);
  const { data, read } = useRead<OwnLicenseList>(`${path}?page=${page}&per_page=${perPage}`, {
    token,
    keepsLast: true,
  });
  const errorText = useErrorText();
  const [problem, setProblem] = useState<string | null>(null);
  const [asked, setAsked] = useState<number | null>(null);
  const [freeing, setFreeing] = useState<number | null>(null);

  async function free(licenseId: string, deviceId: number) {
    setFreeing(deviceId);
    setProblem(null);
    try {
      await api(`${path}/${licenseId}/devices/${deviceId}`, { method: "DELETE", token });
      await read();
    } catch (cause) {
      setProblem(errorText(cause));
    }
    setFreeing(null);
    setAsked(null);
  }

  if (!data || data.licenses.length === 0) return null;
  return (
    <OrderSection id="licenses" title={t("title")}>
      <ul className="flex flex-col gap-3">
        {data.licenses.map((license) => (
          <li key={license.id} className="rounded-lg border border-line bg-surface p-4">
            <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
              <span className="min-w-0 break-words font-medium">{license.title}</span>
              <Badge tone={license.status === "active" ? "ok" : "danger"}>
                {t(`status.${license.status}`)}
              </Badge>
            </div>
            <p className="mt-1 text-ink-muted text-sm">
              {license.expires_at ? (
                <>
                  {t("until")} <DateTime value={license.expires_at} />
                </>
              ) : (
                t("forever")
              )}
              {" · "}
              {t(license.lease_minutes === null ? "devices" : "seats", {
                used: license.devices_used,
                max: license.max_devices,
              })}
            </p>
            {license.devices.length > 0 ? (
              <ul className="mt-3 divide-y divide-line border-line border-t">
                {license.devices.map((device) => (
                  <li key={device.id} className="flex items-center gap-3 py-2 text-sm">
                    <MonitorSmartphone className="size-4 shrink-0 text-ink-faint" aria-hidden />
                    <span className="min-w-0 flex-1">
                      <span className="block break-words">{device.name || t("unnamed")}</span>
                      <span className="block text-ink-faint text-xs">
                        {device.platform ? `${device.platform} · ` : ""}
                        {t("lastSeen")} <DateTime value={device.last_seen_at} style="ago" />
                      </span>
                    </span>
                    {asked === device.id ? (
                      <Button
                        variant="danger"
                        size="sm"
                        loading={freeing === device.id}
                        onClick={() => void free(license.id, device.id)}
                      >
                        {t("sure")}
                      </Button>
                    ) : (
                      <Button variant="secondary" size="sm" onClick={() => setAsked(device.id)}>
                        {t("free")}
                      </Button>
                    )}
                  </li>
                ))}
              </ul>
            ) : (
              <p className="mt-2 text-ink-faint text-sm">
                {t(license.status === "active" ? "none" : "over")}
              </p>
            )}
          </li>
        ))}
      </ul>
      {data.total > perPage ? (
        <div className="flex items-center gap-3 text-sm">
          <Button variant="secondary" size="sm" disabled={page === 1} onClick={() => setPage(page - 1)}>
            {t("before")}
          </Button>
          <span className="text-ink-muted" aria-live="polite">
            {t("page", { page, pages: Math.ceil(data.total / perPage) })}
          </span>
          <Button
            variant="secondary"
            size="sm"
            disabled={page * perPage >= data.total}
            onClick={() => setPage(page + 1)}
          >
            {t("next")}
          </Button>
        </div>
      ) : null}
      <FieldError>{problem}</FieldError>
    </OrderSection>
  );
}
