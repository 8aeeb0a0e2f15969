import { MessageSquareText } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { adminPage } from "@/app/admin/_frame/admin-page";
import type { FieldSpec } from "@/components/admin/form/field-spec";
import { actionsColumn, CreateAction, DeleteAction, EditAction } from "@/components/admin/form/row-actions";
import { ListPage } from "@/components/admin/list-page";
import type { Column } from "@/components/admin/table/data-table";
import { DateTime } from "@/components/ui/date-time";
import { listSavedReplies } from "@/lib/orders/staff/saved-replies/saved-replies";
import type { SavedReply } from "@/lib/orders/staff/saved-replies/schema";

const page = adminPage({
  path: "/admin/orders/replies",
  text: "admin-sell.replies",
  icon: MessageSquareText,
  permission: "orders:write",
});

export const generateMetadata = page.generateMetadata;

/** Texts for deliveries by hand; they are put into one from its dialog. */
export default async function RepliesPage() {
  await page.open();
  const [replies, t] = await Promise.all([listSavedReplies(), getTranslations("admin-sell.replies")]);
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
    actionsColumn((row) => (
      <>
        <EditAction
          title={row.title}
          fields={fields(row)}
          columns={1}
          path={`/admin/saved-replies/${row.id}`}
        />
        <DeleteAction
          title={t("deleteTitle", { title: row.title })}
          description={t("deleteText")}
          path={`/admin/saved-replies/${row.id}`}
        />
      </>
    )),
  ];
  const create = (
    <CreateAction
      fields={fields(null)}
      columns={1}
      write={{ path: "/admin/saved-replies" }}
      label={t("new")}
    />
  );
  return (
    <ListPage
      page={page}
      rows={replies}
      rowKey={(row) => row.id}
      columns={columns}
      head={{ back: { href: "/admin/orders", label: t("back") } }}
      create={create}
    />
  );
}
