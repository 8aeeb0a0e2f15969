"use client";

import { GripVertical } from "lucide-react";
import { useEffect, useState } from "react";
import { formFoot } from "@/components/admin/form/form-foot";
import { useGuardedOpen } from "@/components/admin/form/use-guarded-open";
import { useSortable } from "@/components/admin/form/use-sortable";
import { useUnsaved } from "@/components/admin/form/use-unsaved";
import { useWrite } from "@/components/admin/form/use-write";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent, DialogTrigger } from "@/components/ui/dialog";
import { FieldError } from "@/components/ui/field";
import { Thumb } from "./thumb";

type Item = { id: number; title: string; image: string | null };

type ArrangeDialogProps = {
  items: readonly Item[];
  path: string;
  labels: { open: string; title: string; text: string; done: string };
};

/** The order of what the page shows, by drag or by arrow keys on a handle. */
export function ArrangeDialog({ items, path, labels }: ArrangeDialogProps) {
  const { open, ask, close, onDirty } = useGuardedOpen();
  if (items.length < 2) return null;
  return (
    <Dialog open={open} onOpenChange={(next) => void ask(next)}>
      <DialogTrigger asChild>
        <Button variant="secondary" size="sm">
          {labels.open}
        </Button>
      </DialogTrigger>
      <DialogContent title={labels.title} description={labels.text}>
        <Arrange items={items} path={path} labels={labels} onDone={close} onDirty={onDirty} />
      </DialogContent>
    </Dialog>
  );
}

type ArrangeProps = ArrangeDialogProps & { onDone: () => void; onDirty: (isDirty: boolean) => void };

function Arrange({ items, path, labels, onDone, onDirty }: ArrangeProps) {
  const [order, setOrder] = useState<readonly Item[]>(items);
  const { submit, pending, formError } = useWrite({ path, success: labels.done }, onDone);
  const isDirty = order.some(({ id }, index) => id !== items[index]?.id);
  useUnsaved(isDirty && !pending);
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  const sortable = useSortable(order, setOrder);
  return (
    <div className="flex flex-col gap-4">
      <ol className="flex flex-col gap-1">
        {order.map((item, index) => (
          <li
            key={item.id}
            {...sortable.row(index)}
            className="flex items-center gap-3 rounded-md border border-line bg-surface p-1.5 text-sm data-[over=true]:border-pine"
          >
            <button
              type="button"
              {...sortable.handle(index)}
              aria-label={item.title}
              className="cursor-grab rounded-sm p-1 text-ink-faint hover:text-ink"
            >
              <GripVertical className="size-4" aria-hidden />
            </button>
            <Thumb src={item.image} />
            <span className="min-w-0 truncate" title={item.title}>
              {item.title}
            </span>
          </li>
        ))}
      </ol>
      <FieldError>{formError()}</FieldError>
      <div className={formFoot}>
        <Button loading={pending} onClick={() => submit({ ids: order.map((item) => item.id) })}>
          {labels.open}
        </Button>
      </div>
    </div>
  );
}
