"use client";

import {
  Component,
  type ComponentType,
  createElement,
  lazy,
  type ReactNode,
  Suspense,
  useSyncExternalStore,
} from "react";
import { loadAgain } from "./load-again";

type LaterOptions = {
  /** Stands in its place from the first lost request until it is there. Default: nothing. */
  Missing?: ComponentType;
  /** It has nothing to show before the script runs. */
  browserOnly?: boolean;
};

type Lost = { is: () => boolean; listen: (tell: () => void) => () => void };

const never = () => () => {};
const yes = () => true;
const no = () => false;

/**
 * A part of a page whose script comes for itself. When its request is lost the page stays whole: the part alone is missing until
 * it could be loaded. What a press of "Pay" needs does not come this way.
 */
export function later<P extends object>(
  load: () => Promise<ComponentType<P>>,
  { Missing, browserOnly = false }: LaterOptions = {},
): ComponentType<P> {
  let isLost = false;
  const listeners = new Set<() => void>();
  const lost: Lost = {
    is: () => isLost,
    listen: (tell) => {
      listeners.add(tell);
      return () => listeners.delete(tell);
    },
  };
  const Part: ComponentType<P> = lazy(async () => ({
    default: await loadAgain(load, () => {
      isLost = true;
      for (const tell of listeners) tell();
    }),
  }));
  return (props) => (
    <Place lost={lost} Missing={Missing} browserOnly={browserOnly}>
      {createElement(Part, props)}
    </Place>
  );
}

type PlaceProps = {
  lost: Lost;
  Missing: ComponentType | undefined;
  browserOnly: boolean;
  children: ReactNode;
};

function Place({ lost, Missing, browserOnly, children }: PlaceProps) {
  const isInBrowser = useSyncExternalStore(never, yes, no);
  if (browserOnly && !isInBrowser) return null;
  return (
    <Boundary>
      <Suspense fallback={Missing ? <Waiting lost={lost} Missing={Missing} /> : null}>{children}</Suspense>
    </Boundary>
  );
}

function Waiting({ lost, Missing }: { lost: Lost; Missing: ComponentType }) {
  return useSyncExternalStore(lost.listen, lost.is, no) ? <Missing /> : null;
}

/** Leaves a part out that breaks, and the page stays. */
class Boundary extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override render() {
    return this.state.isBroken ? null : this.props.children;
  }
}
