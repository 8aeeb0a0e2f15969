"use client";

import { useTranslations } from "next-intl";
import {
  createContext,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  use,
  useRef,
  useState,
} from "react";
import { useAdminError } from "@/components/admin/form/use-admin-error";
import { api } from "@/components/api/client";
import { toast } from "@/components/ui/toast";
import { useHydrated } from "@/components/ui/use-hydrated";

type Widths = Readonly<Record<string, number>>;

const least = 64;
const most = 800;
const step = 16;

interface Grips {
  widths: Widths;
  /** Null: as wide as what it holds. */
  set: (column: string, width: number | null) => void;
  save: () => void;
}

const GripsContext = createContext<Grips | null>(null);

type ColumnWidthsProps = {
  /** The list: `/admin/orders`. */
  path: string;
  saved: Widths;
  /** Keys of all cells of a row, in their order; null: no column. */
  cells: readonly (string | null)[];
  children: ReactNode;
};

/** Widths that a person gave the columns of a list; kept for them on the server. One style says them for all rows. */
export function ColumnWidths({ path, saved, cells, children }: ColumnWidthsProps) {
  const errorText = useAdminError();
  const [widths, setWidths] = useState(saved);
  const latest = useRef({ shown: saved, kept: saved });
  const rules = cells.map((key, index) => {
    const width = key === null ? undefined : widths[key];
    return width
      ? `.rows tr>:nth-child(${index + 1}){width:${width}px;min-width:${width}px;max-width:${width}px}`
      : "";
  });
  function set(column: string, width: number | null) {
    const { [column]: _, ...others } = latest.current.shown;
    latest.current.shown = width === null ? others : { ...others, [column]: width };
    setWidths(latest.current.shown);
  }
  async function save() {
    const { shown, kept } = latest.current;
    if (shown === kept) return;
    latest.current.kept = shown;
    await api("/admin/session/columns", { body: { path, widths: shown } }).catch((cause: unknown) =>
      toast.error(errorText(cause)),
    );
  }
  const grips: Grips = { widths, set, save: () => void save() };
  return (
    <GripsContext value={grips}>
      <style>{`@media (min-width:40rem){${rules.join("")}}`}</style>
      {children}
    </GripsContext>
  );
}

const between = (width: number): number => Math.round(Math.min(most, Math.max(least, width)));
const widthOf = (grip: Element): number => grip.parentElement?.getBoundingClientRect().width ?? least;

/** The right edge of a column's head, to be pulled, moved by the arrows, or pressed twice for the width of what it holds. */
export function ColumnGrip({ column, label }: { column: string; label: string }) {
  const t = useTranslations("admin.columns");
  const grips = use(GripsContext);
  const hydrated = useHydrated();
  if (!grips || !hydrated) return null;
  const { widths, set, save } = grips;

  function pull(event: PointerEvent<HTMLElement>) {
    event.preventDefault();
    const grip = event.currentTarget;
    const from = event.clientX - widthOf(grip);
    grip.setPointerCapture(event.pointerId);
    const move = ({ clientX }: globalThis.PointerEvent) => set(column, between(clientX - from));
    grip.addEventListener("pointermove", move);
    grip.addEventListener(
      "lostpointercapture",
      () => {
        grip.removeEventListener("pointermove", move);
        save();
      },
      { once: true },
    );
  }

  function press(event: KeyboardEvent<HTMLElement>) {
    const way = { ArrowLeft: -step, ArrowRight: step }[event.key];
    if (way === undefined) return;
    event.preventDefault();
    set(column, between((widths[column] ?? widthOf(event.currentTarget)) + way));
  }

  return (
    <hr
      aria-orientation="vertical"
      aria-label={t("width", { column: label })}
      aria-valuenow={widths[column] ?? 0}
      aria-valuemin={least}
      aria-valuemax={most}
      tabIndex={0}
      className="row-grip"
      onPointerDown={pull}
      onDoubleClick={() => {
        set(column, null);
        save();
      }}
      onKeyDown={press}
      onKeyUp={save}
    />
  );
}
