import { Images } from "lucide-react";
import { adminPage } from "@/app/admin/_frame/admin-page";
import { ArrangeDialog } from "@/components/admin/arrange-dialog";
import { languagesOf } from "@/components/admin/form/in-languages";
import { actionsColumn, CreateAction, DeleteAction, EditAction } from "@/components/admin/form/row-actions";
import { ListPage } from "@/components/admin/list-page";
import { StateBadge } from "@/components/admin/state-badge";
import { type ListColumns, periodColumn } from "@/components/admin/table/columns";
import { listAdminBanners } from "@/lib/content/admin-queries";
import type { AdminBanner } from "@/lib/content/schema";
import { now } from "@/lib/core/clock";
import { getSettings } from "@/lib/settings/queries";
import { bannerFields } from "./banner-fields";

const page = adminPage({
  path: "/admin/banners",
  text: "admin-content.banners",
  icon: Images,
  permission: "content:read",
  menu: { group: "content", after: "posts" },
});

export const generateMetadata = page.generateMetadata;

function stateOf(banner: AdminBanner, at: string) {
  if (!banner.is_active) return "hidden";
  if (banner.starts_at && banner.starts_at > at) return "planned";
  return banner.ends_at && banner.ends_at <= at ? "past" : "shown";
}

const tones = { shown: "ok", hidden: "neutral", planned: "warn", past: "neutral" } as const;

export default page.show(async ({ t, may }) => {
  const mayWrite = may("content:write");
  const [settings, banners] = await Promise.all([getSettings(), listAdminBanners()]);
  const at = now().toISOString();
  const columns: ListColumns<typeof page.text, AdminBanner> = [
    {
      key: "banner",
      cell: (row) => (
        <span className="flex min-w-48 items-center gap-3">
          <img
            src={row.image}
            alt=""
            loading="lazy"
            className="h-10 w-20 rounded-sm border border-line object-cover"
          />
          <span className="min-w-0">
            <span className="block truncate font-medium" title={row.title}>
              {row.title}
            </span>
            {row.subtitle ? (
              <span className="block truncate text-ink-faint text-xs" title={row.subtitle}>
                {row.subtitle}
              </span>
            ) : null}
          </span>
        </span>
      ),
    },
    {
      key: "position",
      from: "md",
      cell: (row) => {
        const known = `fields.positions.${row.position}` as "fields.position.home";
        return t.has(known) ? t(known) : <code className="font-mono text-xs">{row.position}</code>;
      },
    },
    {
      key: "link",
      from: "lg",
      className: "max-w-56 truncate text-ink-muted",
      cell: (row) => row.link_url ?? "—",
    },
    periodColumn(t("always")),
    {
      key: "state",
      cell: (row) => {
        const state = stateOf(row, at);
        return <StateBadge tone={tones[state]}>{t(`states.${state}`)}</StateBadge>;
      },
    },
    mayWrite
      ? actionsColumn((row) => (
          <>
            <EditAction
              title={row.title}
              fields={bannerFields(row, languagesOf(settings), t)}
              path={`/admin/banners/${row.id}`}
            />
            <DeleteAction
              title={t("deleteTitle")}
              description={t("deleteText")}
              path={`/admin/banners/${row.id}`}
            />
          </>
        ))
      : null,
  ];
  const create = mayWrite ? (
    <CreateAction
      fields={bannerFields(null, languagesOf(settings), t)}
      write={{ path: "/admin/banners" }}
      label={t("new")}
    />
  ) : null;
  return (
    <ListPage
      page={page}
      rows={banners}
      rowKey={(row) => row.id}
      columns={columns}
      actions={
        mayWrite ? (
          <ArrangeDialog
            items={banners.map((row) => ({ id: row.id, title: row.title, image: row.image }))}
            path="/admin/banners/order"
            labels={{
              open: t("order"),
              title: t("orderTitle"),
              text: t("orderText"),
              done: t("orderSaved"),
            }}
          />
        ) : null
      }
      create={create}
    />
  );
});
