"use client";

import { createContext, type ReactNode, useContext } from "react";

/** The person whose drafts this browser keeps and offers; null: nobody. */
const OwnerContext = createContext<string | null>(null);

export function DraftOwner({ staffId, children }: { staffId: number; children: ReactNode }) {
  return <OwnerContext value={String(staffId)}>{children}</OwnerContext>;
}

export const useDraftOwner = () => useContext(OwnerContext);
