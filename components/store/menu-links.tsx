"use client";

import { Link } from "@/components/ui/link";

type MenuLinksProps = {
  menuId: string;
  groups: { title: string; links: { href: string; label: string }[] }[];
};

const row = "flex min-h-11 items-center break-words font-medium hover:text-pine";

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
              <li key={`${link.href} ${link.label}`}>
                {link.href.startsWith("/") ? (
                  <Link href={link.href} onClick={close} className={row}>
                    {link.label}
                  </Link>
                ) : (
                  <a href={link.href} className={row}>
                    {link.label}
                  </a>
                )}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}
