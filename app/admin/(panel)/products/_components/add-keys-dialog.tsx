"use client";

import { KeyRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent, DialogTrigger } from "@/components/ui/dialog";
import { later } from "@/components/ui/later";

// Sent when somebody opens it: the page of a product is opened for other things, too.
const KeyImport = later(() =>
  import("@/components/admin/keys/key-import").then((module) => module.KeyImport),
);

/** Imports keys where the product is. */
export function AddKeysDialog({ skuId, title }: { skuId: number; title: string }) {
  const t = useTranslations("admin-sell.keys");
  const [open, setOpen] = useState(false);
  return (
    <Dialog open={open} onOpenChange={setOpen}>
      <DialogTrigger asChild>
        <Button variant="ghost" size="sm">
          <KeyRound aria-hidden />
          {t("add")}
        </Button>
      </DialogTrigger>
      <DialogContent
        title={`${t("add")}: ${title}`}
        description={t("addText")}
        size="lg"
        // Keys that were pasted must not go by a click beside the dialog.
        onInteractOutside={(event) => event.preventDefault()}
      >
        <KeyImport skuId={skuId} found={null} />
      </DialogContent>
    </Dialog>
  );
}
