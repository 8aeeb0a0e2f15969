import type { Metadata } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { findFirstOwner } from "@/lib/accounts/staff/sessions/first-owner";
import { findPageAdmin } from "@/lib/http/caller/session";
import { LoginForm } from "./login-form";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("admin.door"))("title") };
}

/** Only a page of the admin, and never the log-in again. */
function returnPath(next: unknown): string {
  const isOurs = typeof next === "string" && /^\/admin(\/[\x21-\x7e]*)?$/.test(next);
  return isOurs && !next.startsWith("/admin/login") ? next : "/admin";
}

export default async function LoginPage({ searchParams }: Props) {
  const next = returnPath((await searchParams).next);
  if (await findPageAdmin()) redirect(next);
  if ((await findFirstOwner()) !== null) redirect("/admin/setup");
  const isFromElsewhere = (await headers()).get("sec-fetch-site") === "cross-site";
  return <LoginForm next={next} isFromElsewhere={isFromElsewhere} />;
}
