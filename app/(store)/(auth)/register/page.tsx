import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { returnPath } from "@/components/store/auth/return-path";
import { EmptyState } from "@/components/ui/empty-state";
import { getCaptcha, getLoginProviders, getShopMail, getShopSettings } from "../../shop";
import { getViewer } from "../../viewer";
import { RegisterForm } from "./_components/register-form";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("auth.register");
  return { title: t("title"), robots: { index: false } };
}

export default async function RegisterPage({ searchParams }: Props) {
  const next = returnPath((await searchParams).next);
  if (await getViewer()) redirect(next);
  const [t, captcha, codeCaptcha, mail, { features }, providers] = await Promise.all([
    getTranslations("auth.register"),
    getCaptcha("register"),
    getCaptcha("send_code"),
    getShopMail(),
    getShopSettings(),
    getLoginProviders(),
  ]);
  if (!features.registration) return <EmptyState titleAs="h1" title={t("title")} description={t("off")} />;
  return (
    <RegisterForm next={next} mail={mail} captcha={captcha} codeCaptcha={codeCaptcha} providers={providers} />
  );
}
