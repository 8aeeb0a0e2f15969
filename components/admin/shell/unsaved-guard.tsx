"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { forgetUnsaved, hasUnsaved, mayLeave, setAsk } from "@/components/admin/form/use-unsaved";
import { ConfirmDialog } from "@/components/ui/alert-dialog";

/** The part of the browser's Navigation API that is used here; a browser without it still asks at links and reloads. */
interface TraverseEvent extends Event {
  navigationType: string;
  destination: { key: string };
}
type Navigation = EventTarget & { traverseTo?: (key: string) => unknown };

const navigationOf = (target: Window): Navigation | undefined =>
  (target as Window & { navigation?: Navigation }).navigation;

/** The link inside the admin that a click is about to follow, if it is one that leaves the page in this tab. */
function linkOf(event: MouseEvent): string | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (!(link instanceof HTMLAnchorElement) || link.hasAttribute("download")) return null;
  if (link.target && link.target !== "_self") return null;
  const { origin, pathname, search, hash } = new URL(link.href);
  if (origin !== location.origin) return null;
  if (pathname === location.pathname && search === location.search && hash) return null;
  return pathname + search + hash;
}

/** Asks before typed work is lost: at links, at Back and Forward, and (in the browser's words) at a reload. */
export function UnsavedGuard() {
  const t = useTranslations("admin.unsaved");
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  const answer = useRef<(leaves: boolean) => void>(() => {});

  useEffect(
    () =>
      setAsk(
        () =>
          new Promise<boolean>((resolve) => {
            answer.current = resolve;
            setOpen(true);
          }),
      ),
    [],
  );

  useEffect(() => {
    const unload = (event: BeforeUnloadEvent) => {
      if (hasUnsaved()) event.preventDefault();
    };
    const click = (event: MouseEvent) => {
      if (!hasUnsaved()) return;
      const href = linkOf(event);
      if (href === null) return;
      event.preventDefault();
      event.stopPropagation();
      void mayLeave().then((leaves) => {
        if (leaves) router.push(href);
      });
    };
    const navigation = navigationOf(window);
    const traverse = (event: Event) => {
      const { navigationType, destination, cancelable } = event as TraverseEvent;
      if (navigationType !== "traverse" || !cancelable || !hasUnsaved()) return;
      event.preventDefault();
      void mayLeave().then((leaves) => {
        if (leaves) navigation?.traverseTo?.(destination.key);
      });
    };
    window.addEventListener("beforeunload", unload);
    document.addEventListener("click", click, true);
    navigation?.addEventListener("navigate", traverse);
    return () => {
      window.removeEventListener("beforeunload", unload);
      document.removeEventListener("click", click, true);
      navigation?.removeEventListener("navigate", traverse);
      forgetUnsaved();
    };
  }, [router]);

  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={(open) => {
        setOpen(open);
        // Closed in any way but by the button: stay.
        if (!open) answer.current(false);
      }}
      title={t("title")}
      description={t("text")}
      confirmLabel={t("leave")}
      cancelLabel={t("stay")}
      onConfirm={() => answer.current(true)}
      errorText={String}
    />
  );
}
