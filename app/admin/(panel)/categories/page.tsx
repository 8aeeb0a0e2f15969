import { FolderTree } from "lucide-react";
import { adminPage } from "@/app/admin/_frame/admin-page";
import { ArrangeDialog } from "@/components/admin/arrange-dialog";
import { fieldsOf, optionsOf } from "@/components/admin/form/fields-of";
import { inLanguages, languagesOf } from "@/components/admin/form/in-languages";
import { actionsColumn, CreateAction, DeleteAction, EditAction } from "@/components/admin/form/row-actions";
import { ListPage } from "@/components/admin/list-page";
import { StateBadge } from "@/components/admin/state-badge";
import { type ListColumns, numberColumn } from "@/components/admin/table/columns";
import { listAdminCategories } from "@/lib/catalogue/admin/admin-queries";
import { type AdminCategory, createCategoryBody } from "@/lib/catalogue/admin/schema";
import { getSettings } from "@/lib/settings/queries";

const page = adminPage({
  path: "/admin/categories",
  text: "admin-sell.categories",
  icon: FolderTree,
  permission: "catalogue:read",
  menu: { group: "sell", after: "stock", hotkey: "c" },
});

export const generateMetadata = page.generateMetadata;

/** Children right behind their parent. */
function inTree(categories: readonly AdminCategory[]): AdminCategory[] {
  const known = new Set(categories.map((category) => category.id));
  return categories
    .filter((category) => category.parent_id === null || !known.has(category.parent_id))
    .flatMap((top) => [top, ...categories.filter((category) => category.parent_id === top.id)]);
}

export default page.show(async ({ t, may }) => {
  const mayWrite = may("catalogue:write");
  const [settings, categories] = await Promise.all([getSettings(), listAdminCategories()]);
  const languages = languagesOf(settings);
  const fields = (row: AdminCategory | null) =>
    inLanguages(
      fieldsOf(createCategoryBody, row, t, {
        name: {},
        slug: { proposedFrom: "name" },
        parent_id: {
          choose: t("top"),
          options: optionsOf(categories.filter((one) => one.parent_id === null && one.id !== row?.id)),
        },
        sort_order: { initial: 0 },
        icon: {},
        is_active: { initial: true, wide: true },
      }),
      ["name"],
      languages,
      row?.translations,
    );
  const columns: ListColumns<typeof page.text, AdminCategory> = [
    {
      key: "name",
      cell: (row) => (
        <span className={row.parent_id === null ? "font-medium" : "pl-5 text-ink-muted"}>{row.name}</span>
      ),
    },
    { key: "slug", from: "md", cell: (row) => <code className="font-mono text-xs">{row.slug}</code> },
    numberColumn("products", (row) => row.product_count),
    {
      key: "active",
      cell: (row) => (
        <StateBadge state={row.is_active ? "active" : "draft"}>
          {row.is_active ? t("shown") : t("hidden")}
        </StateBadge>
      ),
    },
    numberColumn("order", (row) => row.sort_order, { from: "md" }),
    mayWrite
      ? actionsColumn((row) => (
          <>
            <EditAction title={row.name} fields={fields(row)} path={`/admin/categories/${row.id}`} />
            <DeleteAction
              title={t("deleteTitle", { name: row.name })}
              description={t("deleteText")}
              path={`/admin/categories/${row.id}`}
            />
          </>
        ))
      : null,
  ];
  const create = mayWrite ? (
    <CreateAction fields={fields(null)} write={{ path: "/admin/categories" }} label={t("new")} />
  ) : null;
  return (
    <ListPage
      page={page}
      rows={inTree(categories)}
      rowKey={(row) => row.id}
      columns={columns}
      actions={
        mayWrite ? (
          <ArrangeDialog
            items={inTree(categories).map((row) => ({
              id: row.id,
              title: row.parent_id === null ? row.name : `— ${row.name}`,
              image: row.icon,
            }))}
            path="/admin/categories/order"
            labels={{
              open: t("arrange"),
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
