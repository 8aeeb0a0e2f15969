"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { LookUpForm } from "@/components/admin/form/look-up-form";
import { useAdminError } from "@/components/admin/form/use-admin-error";
import { api } from "@/components/api/client";
import { toast } from "@/components/ui/toast";

/** Asks in a body and shows by number: a code in the address would stay in logs and histories. */
export function FindCard() {
  const t = useTranslations("admin-people.giftCards");
  const errorText = useAdminError();
  const router = useRouter();
  const [code, setCode] = useState("");

  async function find() {
    if (code.trim() === "") return;
    try {
      const { hits } = await api<{ hits: { kind: string; href: string }[] }>("/admin/find", {
        method: "POST",
        body: { text: code.trim() },
      });
      const card = hits.find(({ kind }) => kind === "gift_card");
      if (!card) return void toast.error(t("notFound"));
      setCode("");
      router.push(card.href);
    } catch (problem) {
      toast.error(errorText(problem));
    }
  }

  return <LookUpForm label={t("find")} value={code} onChange={setCode} onSend={find} />;
}
