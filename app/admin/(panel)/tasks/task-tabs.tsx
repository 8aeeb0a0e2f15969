import { getTranslations } from "next-intl/server";
import { LinkTabs } from "@/components/ui/link-tabs";

const states = ["open", "mine", "snoozed", "history"] as const;
export type TaskTab = (typeof states)[number];

const places: Record<TaskTab, string> = {
  open: "/admin/tasks",
  mine: "/admin/tasks?state=mine",
  snoozed: "/admin/tasks?state=snoozed",
  history: "/admin/tasks/history",
};

export async function TaskTabs({ current, open }: { current: TaskTab; open: number }) {
  const t = await getTranslations("admin-system.tasks");
  return (
    <LinkTabs
      label={t("tabs")}
      tabs={states.map((state) => ({
        href: places[state],
        label: state === "open" ? `${t("states.open")} (${open})` : t(`states.${state}`),
        isCurrent: state === current,
      }))}
    />
  );
}
