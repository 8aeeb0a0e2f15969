"use client";

import { useTranslations } from "next-intl";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useUnsaved } from "@/components/admin/form/use-unsaved";
import { useWrite } from "@/components/admin/form/use-write";
import { isFocusFree } from "@/components/admin/shell/use-kept-focus";
import { cx } from "@/components/ui/cx";
import { toast } from "@/components/ui/toast";
import { SharedIcon } from "../shared-icon";

type EditCellProps = {
  /** Said to who cannot see the column: "Price of Atlas". */
  label: string;
  /** As it is typed. */
  value: string;
  path: string;
  /** Member of the request's body. */
  member: string;
  /** A whole number, not an amount. */
  isCount?: boolean;
  /** Says to the server what the reader saw: it refuses to write over somebody else's change. */
  seen: Record<string, unknown>;
  children: ReactNode;
};

/** A value of a list that is changed where it stands: Enter keeps it, Escape leaves it, and the toast takes it back. */
export function EditCell({ label, value, path, member, isCount, seen, children }: EditCellProps) {
  const t = useTranslations("admin.edit");
  const [typed, setTyped] = useState<string | null>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const isLeaving = useRef(false);
  const isOpen = typed !== null;
  useEffect(() => {
    if (isOpen) field.current?.select();
    // Not taken from where a reader has gone meanwhile.
    else if (isLeaving.current && isFocusFree()) trigger.current?.focus();
  }, [isOpen]);
  const { submit, pending, formError, fieldError, clear } = useWrite({ path, method: "PATCH" });
  const error = fieldError(member) ?? formError(member);
  useUnsaved(typed !== null && typed.trim() !== value && !pending);
  useEffect(() => {
    if (error) toast.error(error);
  }, [error]);

  const onWire = (text: string) => (isCount ? Number(text) : text);
  function leave() {
    isLeaving.current = true;
    setTyped(null);
    clear();
  }
  async function keep() {
    if (isLeaving.current || typed === null || pending) return;
    const text = typed.trim();
    if (text === value || text === "") return leave();
    const isKept = await submit(
      { [member]: onWire(text), ...seen },
      {
        success: t("kept", { what: label }),
        undo: { path, method: "PATCH", body: { [member]: onWire(value) } },
      },
    );
    if (isKept) leave();
  }
  function press(event: KeyboardEvent) {
    if (event.key === "Enter") {
      event.preventDefault();
      void keep();
    } else if (event.key === "Escape") {
      event.preventDefault();
      leave();
    }
  }

  // The field lies over the value, which keeps its room: no column moves while somebody types.
  return (
    <span className="relative inline-block">
      <button
        ref={trigger}
        type="button"
        aria-label={t("change", { what: label })}
        onClick={() => {
          isLeaving.current = false;
          setTyped(value);
        }}
        className={cx("edit-cell", isOpen && "invisible")}
      >
        <SharedIcon name="Pencil" />
        {children}
      </button>
      {isOpen ? (
        <input
          ref={field}
          aria-label={label}
          aria-invalid={error ? true : undefined}
          title={error}
          inputMode={isCount ? "numeric" : "decimal"}
          autoComplete="off"
          value={typed}
          readOnly={pending}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={press}
          onBlur={() => void keep()}
          className={cx(
            "control tabular absolute top-1/2 -right-2 z-20 h-8 w-22 -translate-y-1/2 px-2 text-right text-[0.8125rem]",
            pending && "opacity-60",
          )}
        />
      ) : null}
    </span>
  );
}
