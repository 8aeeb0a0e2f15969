import type { ReactNode } from "react";
import { ClientMessages } from "@/components/store/client-messages";

export default function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <main id="content" tabIndex={-1} className="page grid grid-cols-1 place-items-center pt-8 md:pt-14">
      <div className="w-full max-w-md">
        <ClientMessages areas={["auth"]}>{children}</ClientMessages>
      </div>
    </main>
  );
}
