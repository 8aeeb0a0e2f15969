import { getTranslations } from "next-intl/server";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import type { SettingsForm } from "@/lib/fulfillment/schema";
import { ConfirmAction } from "../form/confirm-action";
import { FormDialog } from "../form/form-dialog";
import { Panel } from "../page-frame";
import { ServerActs } from "./server-acts";
import { settingsFields } from "./settings-fields";

type AddedDeliveryProps = {
  skuId: number;
  form: SettingsForm;
  /** Codes of all that the option delivers besides. */
  fulfillers: readonly string[];
  mayWrite: boolean;
  /** First values of the form, by field. */
  suggested?: Record<string, string>;
};

/** Whether an option delivers something besides its units, and how. */
export async function AddedDelivery({ skuId, form, fulfillers, mayWrite, suggested }: AddedDeliveryProps) {
  const t = await getTranslations("admin-sell.delivery");
  const { code, isOn, values } = form;
  const say = (name: string) => t(`${code}.${name}` as never, values as never);
  const path = `/admin/skus/${skuId}/delivery`;
  return (
    <Panel title={say("title")} description={say("text")}>
      <div className="flex flex-wrap items-center gap-3">
        <p className={cx("min-w-0 flex-1 break-words text-sm max-sm:basis-full", !isOn && "text-ink-muted")}>
          {say(isOn ? "summary" : "off")}
        </p>
        {mayWrite && isOn && code === "dynamic" ? <ServerActs skuId={skuId} /> : null}
        {mayWrite && isOn ? (
          <ConfirmAction
            trigger={
              <Button variant="ghost" size="sm">
                {say("remove")}
              </Button>
            }
            title={say("removeTitle")}
            description={say("removeText")}
            confirmLabel={say("remove")}
            path={path}
            method="PUT"
            body={{ settings: { [code]: null } }}
            success={t("removed")}
          />
        ) : null}
        {mayWrite ? (
          <FormDialog
            trigger={
              <Button variant="secondary" size="sm">
                {isOn ? t("change") : say("add")}
              </Button>
            }
            title={say("title")}
            description={say("text")}
            fields={await settingsFields(form, isOn ? {} : suggested)}
            // Nothing is stored of what the option does not deliver yet: what was read is the list.
            {...(isOn ? {} : { fixed: { seen: { fulfillers } } })}
            write={{ path, method: "PUT", success: t("saved") }}
            submitLabel={t("save")}
          />
        ) : null}
      </div>
    </Panel>
  );
}
