import { getTranslations } from "next-intl/server";
import { fieldsOf } from "@/components/admin/form/fields-of";
import { FormDialog } from "@/components/admin/form/form-dialog";
import { RowAct } from "@/components/admin/form/row-actions";
import { Button } from "@/components/ui/button";
import { type AdminReview, answerReviewBody, hideReviewBody } from "@/lib/orders/reviews/schema";

/** Shows, hides and answers one review. */
export async function ReviewActs({ review }: { review: AdminReview }) {
  const t = await getTranslations("admin-people.reviews");
  const { id, status, answer, text } = review;
  if (status === "deleted" || status === "withdrawn") return null;
  const path = `/admin/reviews/${id}`;
  const button = (label: string) => (
    <Button variant="ghost" size="sm">
      {label}
    </Button>
  );
  return (
    <>
      {status === "shown" ? null : (
        <RowAct
          label={t("show")}
          title={t("showTitle")}
          description={text || t("showText")}
          path={`${path}/show`}
          success={t("shownDone")}
        />
      )}
      <FormDialog
        trigger={button(answer === null ? t("answer") : t("changeAnswer"))}
        title={t("answerTitle")}
        {...(text ? { quote: text } : { description: t("answerText") })}
        columns={1}
        fields={fieldsOf(answerReviewBody, { answer }, t, { answer: { kind: "textarea", rows: 4 } })}
        write={{ path: `${path}/answer`, method: "PUT", success: t("answered") }}
        submitLabel={t("answer")}
      />
      {status === "hidden" ? null : (
        <FormDialog
          trigger={button(t("hide"))}
          title={t("hideTitle")}
          description={t("hideText")}
          quote={text}
          columns={1}
          danger
          fields={fieldsOf(hideReviewBody, null, t, { reason: { kind: "textarea", rows: 2 } })}
          write={{ path: `${path}/hide`, method: "POST", success: t("hiddenDone") }}
          submitLabel={t("hide")}
        />
      )}
    </>
  );
}
