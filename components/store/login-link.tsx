"use client";

import { useRouter } from "next/navigation";
import type { ComponentProps, MouseEvent } from "react";
import { Link } from "@/components/ui/link";

/** Pages on which somebody is in the middle of a purchase. */
const inPurchase = /^(\/[a-z]{2})?\/(products|orders|pay)\/[^/]+/;

/** To the log-in, and from there back to a purchase that was begun; the header is drawn for no page in particular. */
export function LoginLink({ onClick, ...props }: ComponentProps<typeof Link>) {
  const router = useRouter();

  function go(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event);
    const { pathname, search } = window.location;
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (!isPlain || !inPurchase.test(pathname)) return;
    event.preventDefault();
    router.push(`/login?next=${encodeURIComponent(pathname + search)}`);
  }

  return <Link {...props} onClick={go} />;
}
