import { getTranslations } from "next-intl/server";
import { FormDialog } from "@/components/admin/form/form-dialog";
import { Panel } from "@/components/admin/page-frame";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";

type CustomerNotesProps = {
  note: string;
  tags: readonly string[];
  /** Where they are written to; null: the reader may not. */
  write: { path: string; fixed?: Record<string, unknown> } | null;
};

/** Staff's own words about a customer. */
export async function CustomerNotes({ note, tags, write }: CustomerNotesProps) {
  const [t, form] = await Promise.all([
    getTranslations("admin-people.customer"),
    getTranslations("admin.form"),
  ]);
  return (
    <Panel
      title={t("note")}
      description={t("noteText")}
      actions={
        write ? (
          <FormDialog
            trigger={
              <Button variant="ghost" size="sm">
                {t("noteWrite")}
              </Button>
            }
            title={t("note")}
            description={t("noteText")}
            columns={1}
            fields={[
              { kind: "textarea", name: "note", label: t("note"), value: note, rows: 6 },
              { kind: "lines", name: "tags", label: t("tags"), hint: t("tagsHint"), value: tags },
            ]}
            {...(write.fixed ? { fixed: write.fixed } : {})}
            write={{ path: write.path, method: "PATCH", success: form("saved") }}
            submitLabel={form("save")}
          />
        ) : null
      }
    >
      {note ? (
        <p className="whitespace-pre-wrap break-words text-sm">{note}</p>
      ) : (
        <p className="text-ink-faint text-sm">{t("noteNone")}</p>
      )}
      {tags.length > 0 ? (
        <ul className="mt-3 flex flex-wrap gap-1.5" aria-label={t("tags")}>
          {tags.map((tag) => (
            <li key={tag}>
              <Link href={`/admin/users?tag=${encodeURIComponent(tag)}`}>
                <Badge>{tag}</Badge>
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
    </Panel>
  );
}
