"use client";

import { Input } from "@/components/ui/input";

/** Takes as much as the shop keeps of it. */
export const PasskeyName = ({ value, onChange }: { value: string; onChange: (name: string) => void }) => (
  <Input autoComplete="off" maxLength={60} value={value} onChange={(event) => onChange(event.target.value)} />
);
