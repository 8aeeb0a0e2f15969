"use client";

import { Link } from "@/components/ui/link";

type MenuLinksProps = {
  menuId: string;
  groups: { title: string; links: { href: string; label: string }[] }[];
};

/** Links in the phone's menu. A soft navigation would leave the popover standing open. */
export function MenuLinks({ menuId, groups }: MenuLinksProps) {
  const close = () => document.getElementById(menuId)?.hidePopover();
  return (
    <div className="mt-5 grid grid-cols-2 gap-6 md:mt-0">
      {groups.map((group) => (
        <div key={group.title}>
          <p className="mb-1 text-ink-faint text-xs">{group.title}</p>
          <ul>
            {group.links.map((link) => (
              <li key={link.href}>
                <Link
                  href={link.href}
                  onClick={close}
                  className="flex min-h-11 items-center break-words font-medium hover:text-pine"
                >
                  {link.label}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}
