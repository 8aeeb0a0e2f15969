import { ExternalLink, Plus } from "lucide-react";
import { getTranslations } from "next-intl/server";
import type { ComponentProps, ReactNode } from "react";
import { Button, buttonClass } from "@/components/ui/button";
import type { Column } from "../table/data-table";
import { ConfirmAction } from "./confirm-action";
import { FormDialog } from "./form-dialog";

type DialogProps = ComponentProps<typeof FormDialog>;
type ConfirmProps = ComponentProps<typeof ConfirmAction>;

/** The last column: what is done to one row. In a table its acts stand on one line, and texts make room for them. */
export const actionsColumn = <R,>(cell: (row: R) => ReactNode): Column<R> => ({
  key: "actions",
  head: "",
  align: "right",
  cell: (row) => {
    const actions = cell(row);
    return actions === null ? null : (
      <span className="flex justify-end gap-1 max-sm:flex-wrap">{actions}</span>
    );
  },
});

type CreateActionProps = Pick<
  DialogProps,
  "fields" | "columns" | "description" | "fixed" | "once" | "write"
> & {
  label: string;
};

/** The button above a list that makes a row. What shows something once says so itself, and no success. */
export async function CreateAction({ label, write, ...props }: CreateActionProps) {
  const t = await getTranslations("admin.form");
  return (
    <FormDialog
      trigger={
        <Button size="sm">
          <Plus aria-hidden />
          {label}
        </Button>
      }
      title={label}
      write={props.once ? write : { success: t("created"), ...write }}
      submitLabel={props.once ? label : t("create")}
      {...props}
    />
  );
}

type EditActionProps = Pick<DialogProps, "title" | "fields" | "columns"> & {
  path: string;
  method?: "PATCH" | "PUT";
};

export async function EditAction({ path, method = "PATCH", ...props }: EditActionProps) {
  const t = await getTranslations("admin.form");
  return (
    <FormDialog
      trigger={
        <Button variant="ghost" size="sm">
          {t("edit")}
        </Button>
      }
      write={{ path, method, success: t("saved") }}
      submitLabel={t("save")}
      {...props}
    />
  );
}

type DeleteActionProps = Pick<ConfirmProps, "title" | "description" | "path"> & {
  /** The list, from the page of the row itself. */
  goTo?: string;
};

/** Deletes after a question. */
export async function DeleteAction(props: DeleteActionProps) {
  const t = await getTranslations("admin.form");
  return (
    <ConfirmAction
      trigger={
        <Button variant={props.goTo ? "secondary" : "ghost"} size="sm">
          {t("delete")}
        </Button>
      }
      confirmLabel={t("delete")}
      method="DELETE"
      success={t("deleted")}
      {...props}
    />
  );
}

type RowActProps = Pick<ConfirmProps, "title" | "description" | "path" | "method" | "tone" | "success"> & {
  label: string;
};

/** Anything else that is done to a row after a question. */
export function RowAct({ label, ...props }: RowActProps) {
  return (
    <ConfirmAction
      trigger={
        <Button variant="ghost" size="sm">
          {label}
        </Button>
      }
      confirmLabel={label}
      tone="primary"
      {...props}
    />
  );
}

type HeadActsProps = {
  t: (key: "view" | "deleteTitle" | "deleteText") => string;
  /** Its page in the shop; null: nobody sees one. */
  shown: string | null;
  remove: { path: string; goTo: string } | null;
  /** Further acts, between the two. */
  children?: ReactNode;
};

/** Acts at the head of a row's own page: look at it in the shop, and delete it. */
export const HeadActs = ({ t, shown, remove, children }: HeadActsProps) => (
  <>
    {shown ? (
      <a href={shown} target="_blank" rel="noopener" className={buttonClass("secondary", "sm")}>
        <ExternalLink aria-hidden />
        {t("view")}
      </a>
    ) : null}
    {children}
    {remove ? <DeleteAction title={t("deleteTitle")} description={t("deleteText")} {...remove} /> : null}
  </>
);
