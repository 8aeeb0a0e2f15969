import { MessageSquareText, Plus } from "lucide-react";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ConfirmAction } from "@/components/admin/form/confirm-action";
import type { FieldSpec } from "@/components/admin/form/field-spec";
import { FormDialog } from "@/components/admin/form/form-dialog";
import { PageHead } from "@/components/admin/page-frame";
import { type Column, DataTable } from "@/components/admin/table/data-table";
import { Button } from "@/components/ui/button";
import { DateTime } from "@/components/ui/date-time";
import { requirePageAdmin } from "@/lib/http/session";
import { listSavedReplies } from "@/lib/orders/saved-replies/saved-replies";
import type { SavedReply } from "@/lib/orders/saved-replies/schema";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("admin-sell.replies"))("title") };
}

/** Texts for deliveries by hand; they are put into one from its dialog. */
export default async function RepliesPage() {
  await requirePageAdmin("/admin/orders/replies", "orders:write");
  const [replies, t, form] = await Promise.all([
    listSavedReplies(),
    getTranslations("admin-sell.replies"),
    getTranslations("admin.form"),
  ]);
  const fields = (reply: SavedReply | null): FieldSpec[] => [
    { kind: "text", name: "title", label: t("name"), value: reply?.title ?? "", required: true },
    {
      kind: "textarea",
      name: "content",
      label: t("content"),
      hint: t("contentHint"),
      value: reply?.content ?? "",
      required: true,
      rows: 8,
    },
  ];
  const columns: Column<SavedReply>[] = [
    { key: "title", head: t("name"), cell: (row) => <span className="font-medium">{row.title}</span> },
    {
      key: "content",
      head: t("content"),
      from: "md",
      className: "max-w-96",
      cell: (row) => (
        <span className="block truncate text-ink-muted" title={row.content}>
          {row.content}
        </span>
      ),
    },
    {
      key: "updated",
      head: t("updated"),
      align: "right",
      from: "md",
      cell: (row) => <DateTime value={row.updated_at} style="ago" className="text-ink-muted" />,
    },
    {
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
            columns={1}
            fields={fields(row)}
            write={{ path: `/admin/saved-replies/${row.id}`, method: "PATCH", success: form("saved") }}
            submitLabel={form("save")}
          />
          <ConfirmAction
            trigger={
              <Button variant="ghost" size="sm">
                {t("delete")}
              </Button>
            }
            title={t("deleteTitle", { title: row.title })}
            description={t("deleteText")}
            confirmLabel={t("delete")}
            path={`/admin/saved-replies/${row.id}`}
            method="DELETE"
            success={form("deleted")}
          />
        </span>
      ),
    },
  ];
  const create = (
    <FormDialog
      trigger={
        <Button size="sm">
          <Plus aria-hidden />
          {t("new")}
        </Button>
      }
      title={t("new")}
      columns={1}
      fields={fields(null)}
      write={{ path: "/admin/saved-replies", success: form("created") }}
      submitLabel={form("create")}
    />
  );
  return (
    <>
      <PageHead
        title={t("title")}
        description={t("description")}
        back={{ href: "/admin/orders", label: t("back") }}
        actions={create}
      />
      <DataTable
        label={t("title")}
        columns={columns}
        rows={replies}
        rowKey={(row) => row.id}
        empty={{ icon: MessageSquareText, title: t("empty"), description: t("emptyText"), action: create }}
      />
    </>
  );
}
