import { MessageSquareText } from "lucide-react";
import { adminPage } from "@/app/admin/_frame/admin-page";
import { fieldsOf } from "@/components/admin/form/fields-of";
import { actionsColumn, CreateAction, DeleteAction, EditAction } from "@/components/admin/form/row-actions";
import { ListPage } from "@/components/admin/list-page";
import { type ListColumns, timeColumn } from "@/components/admin/table/columns";
import { listSavedReplies } from "@/lib/orders/staff/saved-replies/saved-replies";
import { type SavedReply, savedReplyBody } from "@/lib/orders/staff/saved-replies/schema";

const page = adminPage({
  path: "/admin/orders/replies",
  text: "admin-sell.replies",
  icon: MessageSquareText,
  permission: "orders:write",
});

export const generateMetadata = page.generateMetadata;

/** Texts for deliveries by hand; they are put into one from its dialog. */
export default page.show(async ({ t }) => {
  const replies = await listSavedReplies();
  const fields = (reply: SavedReply | null) =>
    fieldsOf(savedReplyBody, reply, t, { title: {}, content: { kind: "textarea", rows: 8 } });
  const columns: ListColumns<typeof page.text, SavedReply> = [
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
    { head: t("updated"), ...timeColumn("updated", (row) => row.updated_at, { from: "md" }) },
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
});
