import { getTranslations } from "next-intl/server";
import { SpecForm } from "@/components/admin/form/spec-form";
import { Panel } from "@/components/admin/page-frame";
import type { ConnectionView } from "@/lib/interconnect/agent/admin/schema";
import { getSettings } from "@/lib/settings/queries";

type RateNeededProps = { connection: ConnectionView; mayWrite: boolean };

/** Above everything else of a connection whose goods are off sale, because nobody has said what its currency is worth here. */
export async function RateNeeded({ connection, mayWrite }: RateNeededProps) {
  const { currency: theirs, needs_rate } = connection;
  if (!needs_rate || theirs === null) return null;
  const [{ currency: ours }, t] = await Promise.all([
    getSettings(),
    getTranslations("admin-trade.connection"),
  ]);
  return (
    <Panel
      title={t("rateNeeded", { theirs })}
      description={t("rateNeededText", { theirs, ours })}
      className="mb-4"
    >
      {mayWrite ? (
        <SpecForm
          fields={[
            {
              kind: "text",
              name: "rate",
              label: t("rateField", { theirs, ours }),
              value: "",
              required: true,
            },
          ]}
          write={{
            path: `/admin/interconnect/connections/${connection.id}/rate`,
            method: "POST",
            success: t("rateSet"),
          }}
          submitLabel={t("rateSubmit")}
          columns={1}
        />
      ) : null}
    </Panel>
  );
}
