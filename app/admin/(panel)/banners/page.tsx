import { Images, Plus } from "lucide-react";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ArrangeDialog } from "@/components/admin/arrange-dialog";
import { ConfirmAction } from "@/components/admin/form/confirm-action";
import { FormDialog } from "@/components/admin/form/form-dialog";
import { languagesOf } from "@/components/admin/form/in-languages";
import { PageHead } from "@/components/admin/page-frame";
import { StateBadge } from "@/components/admin/state-badge";
import { type Column, DataTable } from "@/components/admin/table/data-table";
import { Button } from "@/components/ui/button";
import { DateTime } from "@/components/ui/date-time";
import { hasPermission } from "@/lib/accounts/permissions";
import { listAdminBanners } from "@/lib/content/admin-queries";
import type { AdminBanner } from "@/lib/content/schema";
import { now } from "@/lib/core/clock";
import { requirePageAdmin } from "@/lib/http/session";
import { getSettings } from "@/lib/settings/queries";
import { bannerFields } from "./banner-fields";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("admin-content.banners"))("title") };
}

function stateOf(banner: AdminBanner, at: string) {
  if (!banner.is_active) return "hidden";
  if (banner.starts_at && banner.starts_at > at) return "planned";
  return banner.ends_at && banner.ends_at <= at ? "past" : "shown";
}

const tones = { shown: "ok", hidden: "neutral", planned: "warn", past: "neutral" } as const;

export default async function BannersPage() {
  const actor = await requirePageAdmin("/admin/banners", "content:read");
  const mayWrite = hasPermission(actor, "content:write");
  const [settings, banners, t, form] = await Promise.all([
    getSettings(),
    listAdminBanners(),
    getTranslations("admin-content.banners"),
    getTranslations("admin.form"),
  ]);
  const at = now().toISOString();
  const columns: (Column<AdminBanner> | null)[] = [
    {
      key: "banner",
      head: t("columns.banner"),
      cell: (row) => (
        <span className="flex min-w-48 items-center gap-3">
          <img
            src={row.image}
            alt=""
            loading="lazy"
            className="h-10 w-20 rounded-sm border border-line object-cover"
          />
          <span className="min-w-0">
            <span className="block truncate font-medium">{row.title}</span>
            {row.subtitle ? (
              <span className="block truncate text-ink-faint text-xs">{row.subtitle}</span>
            ) : null}
          </span>
        </span>
      ),
    },
    {
      key: "position",
      head: t("columns.position"),
      from: "md",
      cell: (row) => <code className="font-mono text-xs">{row.position}</code>,
    },
    {
      key: "link",
      head: t("columns.link"),
      from: "lg",
      className: "max-w-56 truncate text-ink-muted",
      cell: (row) => row.link_url ?? "—",
    },
    {
      key: "time",
      head: t("columns.time"),
      from: "lg",
      className: "text-ink-muted text-xs",
      cell: (row) => (
        <>
          {row.starts_at ? <DateTime value={row.starts_at} /> : null}
          {row.starts_at || row.ends_at ? " – " : t("always")}
          {row.ends_at ? <DateTime value={row.ends_at} /> : null}
        </>
      ),
    },
    {
      key: "state",
      head: t("columns.state"),
      cell: (row) => {
        const state = stateOf(row, at);
        return (
          <StateBadge state={state} tone={tones[state]}>
            {t(`states.${state}`)}
          </StateBadge>
        );
      },
    },
    mayWrite
      ? {
          key: "actions",
          head: "",
          align: "right",
          cell: (row) => (
            <span className="flex justify-end gap-1">
              <FormDialog
                trigger={
                  <Button variant="ghost" size="sm">
                    {t("edit")}
                  </Button>
                }
                title={row.title}
                fields={bannerFields(row, languagesOf(settings), t)}
                write={{ path: `/admin/banners/${row.id}`, method: "PATCH", success: form("saved") }}
                submitLabel={form("save")}
              />
              <ConfirmAction
                trigger={
                  <Button variant="ghost" size="sm">
                    {t("delete")}
                  </Button>
                }
                title={t("deleteTitle")}
                description={t("deleteText")}
                confirmLabel={t("delete")}
                path={`/admin/banners/${row.id}`}
                method="DELETE"
                success={form("deleted")}
              />
            </span>
          ),
        }
      : null,
  ];
  const create = mayWrite ? (
    <FormDialog
      trigger={
        <Button size="sm">
          <Plus aria-hidden />
          {t("new")}
        </Button>
      }
      title={t("new")}
      fields={bannerFields(null, languagesOf(settings), t)}
      write={{ path: "/admin/banners", success: form("created") }}
      submitLabel={form("create")}
    />
  ) : null;
  return (
    <>
      <PageHead
        title={t("title")}
        actions={
          mayWrite ? (
            <>
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
              {create}
            </>
          ) : null
        }
      />
      <DataTable
        label={t("title")}
        columns={columns}
        rows={banners}
        rowKey={(row) => row.id}
        empty={{ icon: Images, title: t("empty"), description: t("emptyText"), action: create }}
      />
    </>
  );
}
