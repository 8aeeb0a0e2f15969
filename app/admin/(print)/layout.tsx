import type { ReactNode } from "react";

/** Documents that staff print: a sheet without the frame of the admin. Each page proves its caller itself. */
export default function PrintLayout({ children }: { children: ReactNode }) {
  return (
    <main id="content" className="page max-w-3xl py-8 print:max-w-none print:p-0">
      {children}
    </main>
  );
}
