"use client";

import { useState } from "react";
import { isDay } from "@/lib/core/days";

type DayFieldProps = {
  label: string;
  /** The day that holds now, or nothing. */
  value: string;
  min?: string | undefined;
  max?: string | undefined;
  /** Reports whole days and an emptied field, and not the year 202 while 2026 is typed. */
  onDay: (day: string) => void;
};

export function DayField({ label, value, min, max, onDay }: DayFieldProps) {
  const [held, setHeld] = useState(value);
  const [text, setText] = useState(value);
  if (held !== value) {
    setHeld(value);
    setText(value);
  }

  return (
    <input
      type="date"
      aria-label={label}
      value={text}
      min={min || undefined}
      max={max || undefined}
      onChange={({ target }) => {
        setText(target.value);
        if (target.value === "" || isDay(target.value)) onDay(target.value);
      }}
      className="control list-filter w-36"
    />
  );
}
