import type { Metadata } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { returnPath } from "@/components/store/auth/return-path";
import type { LoginProvider } from "@/lib/accounts/identities/schema";
import { guessPasskeyPage } from "@/lib/http/caller/passkey-place";
import { getCaptcha, getLoginProviders, getShopSettings } from "../../shop";
import { getViewer } from "../../viewer";
import { LoginForm } from "./_components/login-form";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("auth.login");
  return { title: t("title"), robots: { index: false } };
}

const problems = ["away", "refused", "canceled", "taken", "disabled", "registration", "often"] as const;

/** Sentence about a log-in by a provider that led nowhere, as the address names it. */
async function sayProblem(
  { problem, by }: Awaited<Props["searchParams"]>,
  providers: readonly LoginProvider[],
): Promise<string | null> {
  const known = problems.find((one) => one === problem);
  if (!known) return null;
  const t = await getTranslations("auth.login");
  const name = providers.find(({ key }) => key === by)?.name ?? "OpenID";
  return t(`problems.${known}`, { name });
}

export default async function LoginPage({ searchParams }: Props) {
  const query = await searchParams;
  const next = returnPath(query.next);
  if (await getViewer()) redirect(next);
  const [captcha, { features }, asked, providers] = await Promise.all([
    getCaptcha("login"),
    getShopSettings(),
    headers(),
    getLoginProviders(),
  ]);
  return (
    <LoginForm
      next={next}
      captcha={captcha}
      hasRegistration={features.registration}
      passkeysAreLikely={guessPasskeyPage(asked).isLikely}
      providers={providers}
      problem={await sayProblem(query, providers)}
    />
  );
}
