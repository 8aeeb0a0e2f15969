"use client";

import { Search } from "lucide-react";
import { Input } from "@/components/ui/input";
import { ScriptForm } from "@/components/ui/script-form";

type LookUpFormProps = {
  label: string;
  value: string;
  onChange: (text: string) => void;
  onSend: () => Promise<void>;
};

/** One line above a list that looks a single row up by what only its owner knows: a key, a code. */
export function LookUpForm({ label, value, onChange, onSend }: LookUpFormProps) {
  return (
    <ScriptForm onSend={onSend} className="relative min-w-56 flex-1 sm:max-w-80">
      <Search
        className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-ink-faint"
        aria-hidden
      />
      <Input
        type="search"
        data-list-search
        aria-label={label}
        placeholder={label}
        value={value}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => onChange(target.value)}
        className="min-h-9 py-1 pl-8 text-sm md:min-h-9 md:text-[0.8125rem]"
      />
    </ScriptForm>
  );
}
