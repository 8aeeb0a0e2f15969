"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { useSWRConfig } from "swr";
import { loggedOutEvent } from "@/components/api/client";
import { laterOpened } from "@/components/ui/later";

const LoginDialog = laterOpened(() => import("./login-dialog").then((module) => module.LoginDialog));

/** Over the page, which keeps what was typed into it, as soon as the API says that the session has ended. */
export function LoginAgain({ email }: { email: string }) {
  const router = useRouter();
  const { mutate } = useSWRConfig();
  const [isOut, setOut] = useState(false);

  useEffect(() => {
    const show = () => setOut(true);
    window.addEventListener(loggedOutEvent, show);
    return () => window.removeEventListener(loggedOutEvent, show);
  }, []);

  if (!isOut) return null;
  return (
    <>
      <div aria-hidden className="fixed inset-0 z-40 bg-paper/60 backdrop-blur-lg" />
      <LoginDialog
        open
        email={email}
        onDone={() => {
          setOut(false);
          void mutate((key) => Array.isArray(key));
          router.refresh();
        }}
      />
    </>
  );
}
