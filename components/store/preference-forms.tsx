"use client";

import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { type FocusEvent, type FormEvent, type KeyboardEvent, type ReactNode, useState } from "react";
import { buttonClass } from "@/components/ui/button-class";
import { isTheme, localeCookie, splitLocale, type Theme, themeCookie, themes } from "@/messages/locales";

/** The route that the forms post to without script as well; it sets the cookie. */
export async function remember(name: string, value: string): Promise<void> {
  await fetch("/preferences", {
    method: "POST",
    body: new URLSearchParams({ [name]: value }),
    redirect: "manual",
    // Goes on when the reader leaves the page at once.
    keepalive: true,
  });
}

type LanguageFormProps = {
  /** Its menu lies over what follows. */
  floats: boolean;
  className?: string;
  children: ReactNode;
};

/** With script the page stays where it is. */
export function LanguageForm({ floats, className, children }: LanguageFormProps) {
  const router = useRouter();

  async function change(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { nativeEvent, currentTarget } = event;
    const submitter = nativeEvent instanceof SubmitEvent ? nativeEvent.submitter : null;
    if (!(submitter instanceof HTMLButtonElement)) return;
    close(currentTarget);
    await remember(localeCookie, submitter.value);
    // An address with a language keeps to it; the choice holds on the one without.
    const { locale: named, pathname } = splitLocale(window.location.pathname);
    if (named) router.push(pathname + window.location.search);
    else router.refresh();
  }

  function leave({ currentTarget, relatedTarget }: FocusEvent<HTMLFormElement>) {
    if (floats && !currentTarget.contains(relatedTarget)) close(currentTarget);
  }

  function closeByKey({ key, currentTarget }: KeyboardEvent<HTMLFormElement>) {
    if (key === "Escape" && close(currentTarget)) currentTarget.querySelector("summary")?.focus();
  }

  return (
    <form
      action="/preferences"
      method="post"
      onSubmit={change}
      onBlur={leave}
      onKeyDown={closeByKey}
      className={className}
    >
      <BackField />
      {children}
    </form>
  );
}

/** @returns whether the form's menu was open */
function close(form: HTMLFormElement): boolean {
  const menu = form.querySelector("details");
  const wasOpen = menu?.open === true;
  if (menu) menu.open = false;
  return wasOpen;
}

type ThemeFormProps = {
  theme: Theme;
  className?: string;
  /** Sign of the theme in use. */
  children: ReactNode;
};

export function ThemeForm({ theme: saved, className, children }: ThemeFormProps) {
  const t = useTranslations("common.preferences");
  const [theme, setTheme] = useState(saved);
  const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? "system";

  function change(event: FormEvent) {
    event.preventDefault();
    void remember(themeCookie, next);
    if (next === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = next;
    if (isTheme(next)) setTheme(next);
  }

  return (
    <form action="/preferences" method="post" onSubmit={change} className={className}>
      <BackField />
      <button
        type="submit"
        name={themeCookie}
        value={next}
        aria-label={t("theme", { theme: t(theme) })}
        title={t("theme", { theme: t(theme) })}
        className={buttonClass("ghost", "icon-sm")}
      >
        {children}
      </button>
    </form>
  );
}

function BackField() {
  const pathname = usePathname();
  const query = useSearchParams().toString();
  return <input type="hidden" name="back" value={query ? `${pathname}?${query}` : pathname} />;
}
