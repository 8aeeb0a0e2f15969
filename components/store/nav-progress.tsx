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
  const { origin, pathname, search } = window.location;
  return link.origin === origin && (link.pathname !== pathname || link.search !== search);
}

function Line() {
  const place = `${usePathname()}?${useSearchParams()}`;
  const [waitingFrom, setWaitingFrom] = useState<string | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const click = (event: MouseEvent) => {
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
