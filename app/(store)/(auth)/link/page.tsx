import type { Metadata } from "next";
import { headers } from "next/headers";
import { getLocale, getTranslations } from "next-intl/server";
import { AuthCard } from "@/components/store/auth/auth-card";
import { returnPath } from "@/components/store/auth/return-path";
import { ClientMessages } from "@/components/store/client-messages";
import { buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";
import { findIntroduction, hasOwner, type Introduction } from "@/lib/accounts/identities/introductions";
import { isProvedByLogin, listIdentities } from "@/lib/accounts/identities/own-identities";
import { toLoginProvider } from "@/lib/accounts/identities/providers";
import { isOpenChallenge } from "@/lib/accounts/totp/login-totp";
import { readArrival } from "@/lib/http/caller/arrival-cookie";
import { findPageUser } from "@/lib/http/caller/session";
import { toLocale } from "@/messages/locales";
import { getCaptcha, getShopMail } from "../../shop";
import { getViewer } from "../../viewer";
import { ArrivedTotp } from "./_components/arrived-totp";
import { ConfirmLink } from "./_components/confirm-link";
import { NewAccount } from "./_components/new-account";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("auth.login");
  return { title: t("title"), robots: { index: false } };
}

/** Asks somebody whom a log-in provider sent back for what is missing: who they are here, or the second factor. */
export default async function LinkPage({ searchParams }: Props) {
  const next = returnPath((await searchParams).next);
  const token = readArrival(new Headers(await headers())) ?? "";
  if (await isOpenChallenge(token)) return <ArrivedTotp challenge={token} next={next} />;
  const introduction = await findIntroduction(token);
  if (!introduction) return <Over />;
  const { name } = toLoginProvider(introduction.provider, toLocale(await getLocale()));
  const asked = { token, name, next, introduction };
  const actor = await findPageUser();
  if (actor) return <Confirm {...asked} />;
  return (await hasOwner(introduction)) ? <Owner {...asked} /> : <Unknown {...asked} />;
}

type Asked = { token: string; name: string; next: string; introduction: Introduction };

/** Log-in of the shop's own, which leads back here. */
const loginPath = (next: string) => {
  const back = `/link?next=${encodeURIComponent(next)}`;
  return `/login?next=${encodeURIComponent(back)}`;
};

async function Over() {
  const t = await getTranslations("auth.link");
  return (
    <EmptyState
      titleAs="h1"
      title={t("overTitle")}
      description={t("overText")}
      action={
        <Link href="/login" className={buttonClass("secondary")}>
          {t("again")}
        </Link>
      }
    />
  );
}

async function Confirm({ token, name, next, introduction }: Asked) {
  const [actor, viewer] = await Promise.all([findPageUser(), getViewer()]);
  if (!actor || !viewer) return <Over />;
  const [isProved, { has_password }] = await Promise.all([
    isProvedByLogin(actor, introduction),
    listIdentities(actor),
  ]);
  return (
    <ClientMessages areas={["account.security"]}>
      <ConfirmLink
        token={token}
        name={name}
        label={introduction.label}
        next={next}
        email={viewer.email}
        proof={isProved ? "none" : has_password ? "password" : "impossible"}
        hasSecondFactor={viewer.totp_enabled}
      />
    </ClientMessages>
  );
}

async function Owner({ name, next, introduction }: Asked) {
  const t = await getTranslations("auth.link");
  return (
    <AuthCard title={t("title", { name })} lead={t("ownerText", { name, email: introduction.email ?? "" })}>
      <Link href={loginPath(next)} className={buttonClass("primary", "lg", "w-full")}>
        {t("owner")}
      </Link>
    </AuthCard>
  );
}

async function Unknown({ token, name, next, introduction }: Asked) {
  const [captcha, mail] = await Promise.all([getCaptcha("send_code"), getShopMail()]);
  return (
    <NewAccount
      token={token}
      name={name}
      email={introduction.email ?? ""}
      captcha={captcha}
      mail={mail}
      next={next}
      loginPath={loginPath(next)}
    />
  );
}
