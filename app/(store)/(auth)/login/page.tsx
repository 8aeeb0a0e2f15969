import type { Metadata } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { returnPath } from "@/components/store/auth/return-path";
import { guessPasskeyPage } from "@/lib/http/caller/passkey-place";
import { getCaptcha, getShopSettings } from "../../shop";
import { getViewer } from "../../viewer";
import { LoginForm } from "./_components/login-form";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("auth.login");
  return { title: t("title"), robots: { index: false } };
}

export default async function LoginPage({ searchParams }: Props) {
  const next = returnPath((await searchParams).next);
  if (await getViewer()) redirect(next);
  const [captcha, { features }, asked] = await Promise.all([
    getCaptcha("login"),
    getShopSettings(),
    headers(),
  ]);
  return (
    <LoginForm
      next={next}
      captcha={captcha}
      hasRegistration={features.registration}
      passkeysAreLikely={guessPasskeyPage(asked).isLikely}
    />
  );
}
