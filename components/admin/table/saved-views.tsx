"use client";

import { BookmarkPlus, Users, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { ActButton } from "@/components/admin/form/act-button";
import { FormDialog } from "@/components/admin/form/form-dialog";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { Link } from "@/components/ui/link";
import type { SavedView } from "@/lib/accounts/staff/views/schema";

type SavedViewsProps = {
  /** The list: `/admin/orders`. */
  path: string;
  views: readonly SavedView[];
  /** Filters and order as the address has them now, without the page. */
  query: string;
};

/** Views of a list, a person's own and the shared ones: filters and order under a name, one press away. */
export function SavedViews({ path, views, query }: SavedViewsProps) {
  const t = useTranslations("admin.views");
  const current = views.find((view) => view.query === query);
  const whose = (view: SavedView) =>
    view.shared_by === null ? t("shared") : t("sharedBy", { name: view.shared_by });
  if (views.length === 0 && query === "") return null;
  return (
    <nav aria-label={t("title")} className="mb-3 flex flex-wrap items-center gap-1.5 text-sm">
      {views.map((view) => (
        <span
          key={view.id}
          className={cx(
            "inline-flex items-center rounded-full border",
            view === current ? "border-pine bg-pine-soft text-pine" : "border-line text-ink-muted",
          )}
        >
          <Link
            href={`${path}?${view.query}`}
            aria-current={view === current ? "page" : undefined}
            title={view.is_shared ? whose(view) : undefined}
            className={cx(
              "inline-flex items-center gap-1.5 rounded-full px-3 py-1.5 hover:text-ink",
              view === current && view.can_delete && "pr-1",
            )}
          >
            {view.name}
            {view.is_shared ? (
              <>
                <Users aria-hidden className="size-3.5" />
                <span className="sr-only">{whose(view)}</span>
              </>
            ) : null}
          </Link>
          {view === current && view.can_delete ? (
            <ActButton
              variant="ghost"
              size="icon-sm"
              label={t("delete", { name: view.name })}
              write={{
                path: `/admin/session/views/${view.id}`,
                method: "DELETE",
                success: t("deleted"),
                // Somebody else's would come back as one's own.
                ...(view.shared_by === null
                  ? {
                      undo: {
                        path: "/admin/session/views",
                        body: { path, name: view.name, query: view.query, is_shared: view.is_shared },
                      },
                    }
                  : {}),
              }}
            >
              <X aria-hidden />
            </ActButton>
          ) : null}
        </span>
      ))}
      {query !== "" && !current ? (
        <FormDialog
          trigger={
            <Button variant="ghost" size="sm">
              <BookmarkPlus aria-hidden />
              {t("save")}
            </Button>
          }
          title={t("save")}
          description={t("saveText")}
          columns={1}
          fields={[
            { kind: "text", name: "name", label: t("name"), required: true },
            { kind: "switch", name: "is_shared", label: t("share"), hint: t("shareHint"), value: false },
          ]}
          fixed={{ path, query }}
          write={{ path: "/admin/session/views", success: t("saved") }}
          submitLabel={t("saveNow")}
        />
      ) : null}
    </nav>
  );
}
