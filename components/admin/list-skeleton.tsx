"use client";

import { Skeleton } from "@/components/ui/skeleton";

const rows = ["a", "b", "c", "d", "e", "f", "g", "h"];

/** The place of a page that is on its way. Next sends it with every page, so that its shapes are drawn by the browser's script. */
export const ListSkeleton = ({ label }: { label: string }) => (
  <div role="status" aria-label={label}>
    <Skeleton className="mb-6 h-7 w-44" />
    <div className="mb-3 flex gap-2">
      <Skeleton className="h-8 w-64" />
      <Skeleton className="h-8 w-32" />
      <Skeleton className="h-8 w-32" />
    </div>
    <div className="overflow-hidden rounded-lg border border-line bg-surface">
      {rows.map((row) => (
        <div key={row} className="list-skeleton" aria-hidden>
          <i />
          <i />
          <i />
        </div>
      ))}
    </div>
  </div>
);
