"use client";

import { usePathname, useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { LookUpForm } from "@/components/admin/form/look-up-form";
import { useAdminError } from "@/components/admin/form/use-admin-error";
import { api } from "@/components/api/client";
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

  return <LookUpForm label={t("find")} value={content} onChange={setContent} onSend={find} />;
}
