"use client";

import { useSyncExternalStore } from "react";

const never = () => () => {};

/** False in the server's HTML and until this page's script runs. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
