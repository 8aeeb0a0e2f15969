import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { ClientMessages } from "@/components/store/client-messages";
import { buttonClass } from "@/components/ui/button-class";
import { Link } from "@/components/ui/link";
import { Stepper } from "@/components/ui/stepper";
import { staffPasswordLength } from "@/lib/accounts/password/password-policy";
import { findFirstOwner, firstEmail } from "@/lib/accounts/staff/sessions/first-owner";
import type { AdminActor } from "@/lib/acts/actor";
import { hasPermission } from "@/lib/acts/permissions";
import { requirePageAdmin } from "@/lib/http/caller/session";
import { GoodsStep } from "./_components/goods-step";
import { MailStep } from "./_components/mail-step";
import { PaymentStep } from "./_components/payment-step";
import { ShopStep } from "./_components/shop-step";
import { addressAfter, addressOf, type SetupStep, stepsOf } from "./_components/steps";
import { TakeOver } from "./_components/take-over";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("admin.setup"))("title") };
}

const panels: Record<SetupStep, (props: { actor: AdminActor }) => Promise<ReactNode>> = {
  shop: ShopStep,
  mail: MailStep,
  payment: PaymentStep,
  goods: GoodsStep,
};

/** All that a fresh shop needs before its first sale. Each step can be left out: the list on the overview goes on from there. */
export default async function SetupPage({ searchParams }: Props) {
  const [{ step }, t, isFresh] = await Promise.all([
    searchParams,
    getTranslations("admin.setup"),
    findFirstOwner(),
  ]);
  const named = (steps: readonly SetupStep[]) => [t("steps.you"), ...steps.map((name) => t(`steps.${name}`))];
  if (isFresh !== null)
    return (
      <Frame
        title={t("welcome")}
        text={t("welcomeText")}
        steps={named(stepsOf(() => true))}
        label={t("title")}
        current={0}
      >
        <ClientMessages areas={["admin.setup", "admin.security"]}>
          <TakeOver
            firstEmail={firstEmail}
            minLength={staffPasswordLength({ totpEnabledAt: null })}
            next={addressOf("shop")}
          />
        </ClientMessages>
      </Frame>
    );
  const actor = await requirePageAdmin("/admin/setup", "settings:write");
  const own = stepsOf((permission) => hasPermission(actor, permission));
  const current = own.find((name) => name === step);
  if (!current) return redirect(addressOf("shop"));
  const Step = panels[current];
  return (
    <ClientMessages areas={["admin-system.mails", "admin.address"]}>
      <Frame
        title={t("title")}
        text={t("text")}
        steps={named(own)}
        label={t("title")}
        current={own.indexOf(current) + 1}
      >
        <Step actor={actor} />
        <div className="flex flex-wrap items-center justify-between gap-2">
          <Link href="/admin" className={`${buttonClass("ghost")} -ml-4`}>
            {t("later")}
          </Link>
          <Link href={addressAfter(current, own)} className={buttonClass("primary")}>
            {t(current === own.at(-1) ? "finish" : "next")}
          </Link>
        </div>
      </Frame>
    </ClientMessages>
  );
}

type FrameProps = {
  title: string;
  text: string;
  label: string;
  steps: readonly string[];
  current: number;
  children: ReactNode;
};

function Frame({ title, text, label, steps, current, children }: FrameProps) {
  return (
    <div className="flex w-full max-w-2xl flex-col gap-4 self-start">
      <div>
        <h1 className="text-xl">{title}</h1>
        <p className="mt-1 text-ink-muted text-sm">{text}</p>
      </div>
      <Stepper label={label} steps={steps} current={current} />
      {children}
    </div>
  );
}
