"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { Suspense, useEffect, useState } from "react";

/** Shorter waits need no sign; a person notices longer ones. */
const afterMs = 120;
/** A page that never comes, as an address of another program, must not leave the line there for ever. */
const untilMs = 15_000;

/** Whether this click leads to another page of ours in this tab. */
function leadsOn(event: MouseEvent): boolean {
  if (event.defaultPrevented && !(event.target instanceof Element)) return false;
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return false;
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute("download")) return false;
  // The header takes this click for itself (cart-link.tsx).
  if (link.dataset.cartAdd) return false;
  const { origin, pathname, search } = window.location;
  return link.origin === origin && (link.pathname !== pathname || link.search !== search);
}

/**
 * Leads a visitor who logs in from a purchase back to it. The header is drawn for no page in particular, so its link
 * learns the address when it is pressed, and the browser follows it as it stands.
 */
function leadBack(event: MouseEvent): void {
  const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>("a[href='/login']");
  const { pathname, search } = window.location;
  if (!link || !/^(\/..)?\/(products|orders|pay)\/./.test(pathname)) return;
  link.setAttribute("href", `/login?next=${encodeURIComponent(pathname + search)}`);
  event.stopPropagation();
  // The header stays when the page changes.
  setTimeout(() => link.setAttribute("href", "/login"));
}

function Line() {
  const place = `${usePathname()}?${useSearchParams()}`;
  const [waitingFrom, setWaitingFrom] = useState<string | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const click = (event: MouseEvent) => {
      leadBack(event);
      if (!leadsOn(event)) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        setWaitingFrom(place);
        timer = setTimeout(() => setWaitingFrom(null), untilMs);
      }, afterMs);
    };
    // Before the link's own handler, which takes the click over.
    document.addEventListener("click", click, true);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("click", click, true);
    };
  }, [place]);
  if (waitingFrom !== place) return null;
  return <div data-nav-progress aria-hidden className="nav-progress" />;
}

/** A line on top of the page while the next one is on its way: a tap is answered at once. */
export function NavProgress() {
  return (
    <Suspense>
      <Line />
    </Suspense>
  );
}
