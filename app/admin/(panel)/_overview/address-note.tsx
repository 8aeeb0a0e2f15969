"use client";

import { MapPin } from "lucide-react";
import { useTranslations } from "next-intl";
import { useSyncExternalStore } from "react";

const never = () => () => {};

/** `told` goes out in mails, to gateways and to partner sites; where the staff came in, it does not lead. */
export function AddressNote({ told }: { told: string }) {
  const t = useTranslations("admin.address");
  const here = useSyncExternalStore(
    never,
    () => window.location.origin,
    () => told,
  );
  if (here === told) return null;
  return (
    <p
      role="status"
      className="flex items-start gap-2.5 rounded-md border border-line-strong bg-warn-soft px-3.5 py-2.5 text-sm text-warn"
    >
      <MapPin className="mt-0.5 size-4 shrink-0" aria-hidden />
      <span className="min-w-0 break-words">{t("differs", { here, told })}</span>
    </p>
  );
}
