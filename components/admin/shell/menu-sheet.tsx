"use client";

import type { ComponentProps } from "react";
import { LanguageSwitch } from "@/components/store/preferences";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import type { Locale } from "@/messages/locales";
import { SideNav } from "./side-nav";

type MenuSheetProps = ComponentProps<typeof SideNav> & {
  title: string;
  languages: readonly Locale[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** The menu over a page that is too narrow to have it beside. */
export const MenuSheet = ({ title, languages, open, onOpenChange, ...menu }: MenuSheetProps) => (
  <Sheet open={open} onOpenChange={onOpenChange}>
    <SheetContent side="left" title={title}>
      <SideNav {...menu} onGo={() => onOpenChange(false)} />
      <LanguageSwitch languages={languages} className="mt-4 sm:hidden" />
    </SheetContent>
  </Sheet>
);
