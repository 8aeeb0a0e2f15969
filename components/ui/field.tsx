"use client";

import { CircleAlert } from "lucide-react";
import type { ComponentProps } from "react";
import { Children, createContext, type ReactNode, useContext, useId } from "react";
import { cx } from "./cx";

type FieldControl = {
  id?: string;
  "aria-describedby"?: string;
  "aria-invalid"?: true;
  required?: boolean;
};

const FieldContext = createContext<FieldControl | null>(null);

/** Ties a control to a sentence that stands elsewhere, as under a row of narrow cells. */
export function FieldMark({ errorId, children }: { errorId: string | null; children: ReactNode }) {
  return (
    <FieldContext value={errorId ? { "aria-describedby": errorId, "aria-invalid": true } : null}>
      {children}
    </FieldContext>
  );
}

/** Attributes that tie a control inside a `Field` to its label, hint and error. */
export function useFieldControl(): Partial<FieldControl> {
  return useContext(FieldContext) ?? {};
}

type FieldProps = {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  required?: boolean;
  optional?: string;
  /** The label stays for screen readers only. */
  hideLabel?: boolean;
  className?: string;
  children: ReactNode;
};

export function Field({
  label,
  hint,
  error,
  required,
  optional,
  hideLabel,
  className,
  children,
}: FieldProps) {
  const id = useId();
  const described = [error ? `${id}-error` : null, hint ? `${id}-hint` : null].filter(Boolean).join(" ");
  const control: FieldControl = {
    id,
    ...(described ? { "aria-describedby": described } : {}),
    ...(error ? { "aria-invalid": true as const } : {}),
    ...(required ? { required } : {}),
  };
  return (
    <div className={cx("flex flex-col gap-1.5", className)}>
      <Label htmlFor={id} optional={optional} className={hideLabel ? "sr-only" : undefined}>
        {label}
      </Label>
      <FieldContext value={control}>{children}</FieldContext>
      {hint ? (
        <p id={`${id}-hint`} className="text-ink-faint text-xs">
          {hint}
        </p>
      ) : null}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  );
}

/** A sentence at a field or under a form; announced when it appears. */
export function FieldError({ id, children }: { id?: string; children?: ReactNode }) {
  // Several parts that are all empty are a list, which is not empty.
  const isShown = Children.toArray(children).length > 0;
  return (
    <div id={id} role="alert" className={cx("text-danger text-sm", !isShown && "hidden")}>
      {isShown ? (
        <span className="flex items-start gap-1.5">
          <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
          <span>{children}</span>
        </span>
      ) : null}
    </div>
  );
}

type LabelProps = ComponentProps<"label"> & { optional?: string };

/** `optional` is the word shown behind the label of a field that may stay empty. */
function Label({ className, children, optional, htmlFor, ...props }: LabelProps) {
  return (
    <label
      htmlFor={htmlFor}
      className={cx("flex items-baseline gap-2 font-medium text-ink text-sm", className)}
      {...props}
    >
      {children}
      {optional ? <span className="font-normal text-ink-faint text-xs">{optional}</span> : null}
    </label>
  );
}
