"use client";

import { SlidersHorizontal } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { laterOpened } from "@/components/ui/later";
import { Opener } from "@/components/ui/opener";
import type { PinBoxProps } from "./pin-box";

const PinBox = laterOpened(() => import("./pin-box").then((module) => module.PinBox));

/** Lets a person choose the pages at the top of the menu, and their order. */
export function PinDialog(props: Omit<PinBoxProps, "open" | "onOpenChange">) {
  const t = useTranslations("admin.pins");
  const [open, setOpen] = useState(false);
  return (
    <>
      <Opener onOpen={() => setOpen(true)}>
        <Button variant="ghost" size="sm" className="justify-start text-[0.8125rem]">
          <SlidersHorizontal aria-hidden />
          {t("open")}
        </Button>
      </Opener>
      <PinBox open={open} onOpenChange={setOpen} {...props} />
    </>
  );
}
