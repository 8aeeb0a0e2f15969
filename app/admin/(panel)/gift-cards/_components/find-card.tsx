"use client";

import { Search } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useAdminError } from "@/components/admin/form/use-admin-error";
import { api } from "@/components/api/client";
import { Input } from "@/components/ui/input";
import { ScriptForm } from "@/components/ui/script-form";
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

  return (
    <ScriptForm onSend={find} className="relative min-w-56 flex-1 sm:max-w-80">
      <Search
        className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-ink-faint"
        aria-hidden
      />
      <Input
        type="search"
        data-list-search
        aria-label={t("find")}
        placeholder={t("find")}
        value={code}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => setCode(target.value)}
        className="min-h-9 py-1 pl-8 text-sm md:min-h-9 md:text-[0.8125rem]"
      />
    </ScriptForm>
  );
}
