"use client";

import { Keyboard, KeySquare, LogOut, ShieldCheck, Store } from "lucide-react";
import { useTranslations } from "next-intl";
import { useAdminError } from "@/components/admin/form/use-admin-error";
import { api } from "@/components/api/client";
import { buttonClass } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { Link } from "@/components/ui/link";
import { toast } from "@/components/ui/toast";
import { forgetOpened } from "./opened-pages";

type AccountMenuProps = {
  email: string;
  role: "owner" | "manager" | "support" | "viewer";
  /** The name of a role that the shop made itself. */
  ownRole: string | null;
  onHelp: () => void;
};

export function AccountMenu({ email, role, ownRole, onHelp }: AccountMenuProps) {
  const t = useTranslations("admin.account");
  const errorText = useAdminError();

  async function logOut() {
    try {
      await api("/admin/session", { method: "DELETE" });
    } catch (problem) {
      toast.error(errorText(problem));
      return;
    }
    forgetOpened();
    // A full load: nothing of the session may stay in the router's memory.
    window.location.assign("/admin/login");
  }

  return (
    <DropdownMenu>
      <DropdownMenuTrigger className={buttonClass("ghost", "icon-sm")} aria-label={t("label", { email })}>
        <span
          className="grid size-7 place-items-center rounded-full bg-pine-soft font-semibold text-pine text-xs uppercase"
          aria-hidden
        >
          {email.slice(0, 1)}
        </span>
      </DropdownMenuTrigger>
      <DropdownMenuContent className="w-60">
        <DropdownMenuLabel>
          <span className="block truncate font-medium text-ink text-sm">{email}</span>
          {ownRole ?? t(`role.${role}`)}
        </DropdownMenuLabel>
        <DropdownMenuSeparator />
        <DropdownMenuItem asChild>
          <Link href="/admin/account">
            <ShieldCheck aria-hidden />
            {t("security")}
          </Link>
        </DropdownMenuItem>
        <DropdownMenuItem asChild>
          <Link href="/admin/tokens">
            <KeySquare aria-hidden />
            {t("tokens")}
          </Link>
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={onHelp}>
          <Keyboard aria-hidden />
          {t("hotkeys")}
        </DropdownMenuItem>
        <DropdownMenuItem asChild>
          <a href="/" target="_blank" rel="noopener">
            <Store aria-hidden />
            {t("store")}
          </a>
        </DropdownMenuItem>
        <DropdownMenuSeparator />
        <DropdownMenuItem onSelect={logOut}>
          <LogOut aria-hidden />
          {t("logOut")}
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
