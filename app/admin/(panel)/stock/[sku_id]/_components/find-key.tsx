"use client";

import { Search } from "lucide-react";
import { usePathname, useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useAdminError } from "@/components/admin/form/use-admin-error";
import { api } from "@/components/api/client";
import { Input } from "@/components/ui/input";
import { ScriptForm } from "@/components/ui/script-form";
import { toast } from "@/components/ui/toast";

/** Asks in a body and shows by number: a key in the address would stay in logs and histories. */
export function FindKey({ skuId }: { skuId: number }) {
  const t = useTranslations("admin-sell.keys");
  const errorText = useAdminError();
  const router = useRouter();
  const pathname = usePathname();
  const [content, setContent] = useState("");

  async function find() {
    if (content === "") return;
    try {
      const { secret } = await api<{ secret: { id: number } | null }>(`/admin/stock/skus/${skuId}/find`, {
        method: "POST",
        body: { content },
      });
      // A miss empties the table: under what was looked up no other key may stand.
      if (!secret) toast.error(t("notHere"));
      else setContent("");
      router.replace(`${pathname}?secret_id=${secret?.id ?? "none"}`, { scroll: false });
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
        value={content}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => setContent(target.value)}
        className="min-h-9 py-1 pl-8 text-sm md:min-h-9 md:text-[0.8125rem]"
      />
    </ScriptForm>
  );
}
