import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { returnPath } from "@/components/store/auth/return-path";
import { getCaptcha, getShopMail } from "../../shop";
import { getViewer } from "../../viewer";
import { ForgotForm } from "./_components/forgot-form";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("auth.forgot");
  return { title: t("title"), robots: { index: false } };
}

export default async function ForgotPage({ searchParams }: Props) {
  const next = returnPath((await searchParams).next);
  if (await getViewer()) redirect(next);
  const [captcha, mail] = await Promise.all([getCaptcha("forgot"), getShopMail()]);
  return <ForgotForm next={next} captcha={captcha} mail={mail} />;
}
