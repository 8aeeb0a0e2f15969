"use client";

import {
  Component,
  type ComponentType,
  createElement,
  lazy,
  memo,
  type ReactNode,
  Suspense,
  useState,
} from "react";
import { useHydrated } from "./use-hydrated";

/** Shown until the script has come. */
type Meanwhile = { meanwhile?: ReactNode };

type LaterOptions = {
  /** It has nothing to show before the script runs. */
  browserOnly?: boolean;
};

/**
 * A part of a page whose script comes for itself; when its request is lost, app/lost-parts.tsx asks again. The page stays whole:
 * the part alone is missing until it is there, or for good when it breaks. What a press of "Pay" needs does not come this way.
 */
export function later<P extends object>(
  load: () => Promise<ComponentType<P>>,
  { browserOnly = false }: LaterOptions = {},
): ComponentType<P & Meanwhile> {
  const Part: ComponentType<P> = lazy(async () => ({ default: await load() }));
  // A part that is drawn anew before its script has come loses the server's HTML.
  return memo((props) => {
    const place = <Place meanwhile={props.meanwhile}>{createElement(Part, props)}</Place>;
    return browserOnly ? <InBrowser>{place}</InBrowser> : place;
  });
}

/** A dialog whose script comes when it is opened for the first time, and which stays from then on. */
export function laterOpened<P extends { open: boolean }>(
  load: () => Promise<ComponentType<P>>,
): ComponentType<P> {
  const Part = later(load);
  return (props) => <FromFirstTime open={props.open}>{createElement(Part, props)}</FromFirstTime>;
}

function FromFirstTime({ open, children }: { open: boolean; children: ReactNode }) {
  const [wasOpen, setWasOpen] = useState(open);
  if (open && !wasOpen) setWasOpen(true);
  return wasOpen ? children : null;
}

function InBrowser({ children }: { children: ReactNode }) {
  return useHydrated() ? children : null;
}

function Place({ meanwhile, children }: Meanwhile & { children: ReactNode }) {
  return (
    <Boundary>
      <Suspense fallback={meanwhile}>{children}</Suspense>
    </Boundary>
  );
}

/** Leaves a part out that breaks, and the page stays. */
export class Boundary extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override render() {
    return this.state.isBroken ? null : this.props.children;
  }
}
