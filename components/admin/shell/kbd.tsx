export function Kbd({ children }: { children: string }) {
  return (
    <kbd className="grid h-5 min-w-5 place-items-center rounded-sm border border-line-strong bg-surface px-1 font-mono text-2xs text-ink-muted">
      {children}
    </kbd>
  );
}
