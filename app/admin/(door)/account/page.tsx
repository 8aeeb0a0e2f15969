import { ChevronLeft } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { getStaffSession } from "@/lib/accounts/staff/admin-queries";
import { requirePageAdmin } from "@/lib/http/session";
import { PasswordPanel } from "./password-panel";
import { TotpPanel } from "./totp-panel";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("admin.security"))("title") };
}

export default async function AccountPage() {
  const actor = await requirePageAdmin("/admin/account");
  const [session, t] = await Promise.all([getStaffSession(actor), getTranslations("admin.security")]);
  const mustChange = session.must_change_password;
  return (
    <div className="flex w-full max-w-lg flex-col gap-4 self-start">
      <div>
        {mustChange ? null : (
          <Link
            href="/admin"
            className="-ml-1 mb-1 inline-flex items-center gap-0.5 rounded-sm text-ink-muted text-xs hover:text-ink"
          >
            <ChevronLeft className="size-3.5" aria-hidden />
            {t("back")}
          </Link>
        )}
        <h1 className="text-xl">{mustChange ? t("firstTitle") : t("title")}</h1>
        <p className="mt-1 text-ink-muted text-sm">
          {mustChange ? t("firstText") : `${session.name} · ${session.email}`}
        </p>
      </div>
      <PasswordPanel isFirst={mustChange} />
      {mustChange ? null : <TotpPanel isOn={session.totp_enabled} />}
    </div>
  );
}
