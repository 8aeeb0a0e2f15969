"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { focusRow } from "@/components/admin/shell/walk-rows";
import { buttonClass } from "@/components/ui/button-class";
import { Link } from "@/components/ui/link";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import type { Peeked } from "./peeked";

type PeekProps = Peeked & {
  /** Key of the row, and what it is called. */
  row: string;
  href: string;
  children: ReactNode;
};

/** Shows what a row is about beside its list, and goes on to the rows around it. Closing it leads to the list as it was. */
export function Peek({ row, href, before, after, closed, children }: PeekProps) {
  const t = useTranslations("admin.table");
  const router = useRouter();
  const [isOpen, setOpen] = useState(true);
  const latest = useRef(row);
  useEffect(() => {
    latest.current = row;
  });
  // The list may have been drawn anew meanwhile, and with it what had the focus.
  useEffect(() => () => focusRow(latest.current), []);
  const step = buttonClass("secondary", "sm");
  return (
    <Sheet
      open={isOpen}
      onOpenChange={() => {
        setOpen(false);
        router.replace(closed, { scroll: false });
      }}
    >
      <SheetContent
        title={row}
        className="sm:w-[min(40rem,94vw)]"
        footer={
          <>
            {before ? (
              <Link href={before} replace scroll={false} className={step}>
                {t("peekBefore")}
              </Link>
            ) : null}
            {after ? (
              <Link href={after} replace scroll={false} className={step}>
                {t("peekAfter")}
              </Link>
            ) : null}
            <Link href={href} className={buttonClass("primary", "sm")}>
              {t("peekOpen")}
            </Link>
          </>
        }
      >
        {children}
      </SheetContent>
    </Sheet>
  );
}
