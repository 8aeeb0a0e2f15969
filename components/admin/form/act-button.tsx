"use client";

import type { ReactNode } from "react";
import { useEffect } from "react";
import { Button, type ButtonSize, type ButtonVariant } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { useWrite, type Write } from "./use-write";

type ActButtonProps = {
  write: Write;
  body?: Record<string, unknown>;
  variant?: ButtonVariant;
  size?: ButtonSize;
  label?: string;
  children: ReactNode;
};

/** One call without a confirmation: for what can be undone or is harmless. */
export function ActButton({
  write,
  body,
  variant = "secondary",
  size = "sm",
  label,
  children,
}: ActButtonProps) {
  const { submit, pending, formError } = useWrite(write);
  const problem = formError();
  useEffect(() => {
    if (problem) toast.error(problem);
  }, [problem]);
  return (
    <Button variant={variant} size={size} loading={pending} aria-label={label} onClick={() => submit(body)}>
      {children}
    </Button>
  );
}
