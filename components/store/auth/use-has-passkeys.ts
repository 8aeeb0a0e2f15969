"use client";

import { useSyncExternalStore } from "react";

/** Browsers have them over https and at localhost, and for no address of digits. */
const hasPasskeys = (): boolean =>
  typeof PublicKeyCredential === "function" && !/^(?:\[|[\d.]+$)/.test(window.location.hostname);

const never = () => () => {};

/** @param isLikely guess of the server, which the page is drawn by until its script runs */
export const useHasPasskeys = (isLikely: boolean): boolean =>
  useSyncExternalStore(never, hasPasskeys, () => isLikely);
