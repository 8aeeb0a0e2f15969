"use client";

import { Plus } from "lucide-react";
import { useState } from "react";
import type { FieldSpec } from "@/components/admin/form/field-spec";
import { FormDialog } from "@/components/admin/form/form-dialog";
import type { Write } from "@/components/admin/form/use-write";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";

interface Choice {
  code: string;
  name: string;
  title: string;
  description: string | null;
  fields: readonly FieldSpec[];
  /** Members that are sent with this choice. */
  fixed?: Record<string, unknown>;
}

type AddChannelMenuProps = {
  label: string;
  choices: readonly Choice[];
  write: Write;
  submitLabel: string;
  /** Members that are sent with every choice. */
  fixed?: Record<string, unknown>;
};

/** One button for all providers of payments, notifications or log-ins; the form of the chosen one opens when the menu is gone. */
export function AddChannelMenu({ label, choices, write, submitLabel, fixed }: AddChannelMenuProps) {
  const [chosen, setChosen] = useState<Choice | null>(null);
  return (
    <>
      <DropdownMenu modal={false}>
        <DropdownMenuTrigger asChild>
          <Button size="sm">
            <Plus aria-hidden />
            {label}
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent>
          {choices.map((choice) => (
            <DropdownMenuItem key={choice.code} aria-haspopup="dialog" onSelect={() => setChosen(choice)}>
              {choice.name}
            </DropdownMenuItem>
          ))}
        </DropdownMenuContent>
      </DropdownMenu>
      {chosen ? (
        <FormDialog
          key={chosen.code}
          onClosed={() => setChosen(null)}
          title={chosen.title}
          {...(chosen.description === null ? {} : { description: chosen.description })}
          fields={chosen.fields}
          fixed={{ ...fixed, ...chosen.fixed }}
          write={write}
          submitLabel={submitLabel}
        />
      ) : null}
    </>
  );
}
