import { MessageCircleWarning } from "lucide-react";
import { getLocale, getTranslations } from "next-intl/server";
import { adminPage } from "@/app/admin/_frame/admin-page";
import { ListPage } from "@/components/admin/list-page";
import { spanWords } from "@/components/admin/span-words";
import { codeLink, givesWay } from "@/components/admin/table/cells";
import { type ListColumns, timeColumn } from "@/components/admin/table/columns";
import { listFilter } from "@/components/admin/table/filter-options";
import { LiveRefresh } from "@/components/admin/table/live-refresh";
import { Badge } from "@/components/ui/badge";
import { Link } from "@/components/ui/link";
import { LinkTabs } from "@/components/ui/link-tabs";
import { type CaseRow, caseKinds, caseQuery } from "@/lib/reports/case-schema";
import { listCases } from "@/lib/reports/cases";
import { taskTextKey } from "../tasks/_components/task-text-key";

const page = adminPage({
  path: "/admin/cases",
  text: "admin-sell.cases",
  icon: MessageCircleWarning,
  permission: "orders:read",
  menu: { group: "top", after: "tasks" },
});

export const generateMetadata = page.generateMetadata;

const tabs = ["open", "mine", "waiting", "answered"] as const;

export default page.list(caseQuery, async ({ actor, list, frame, t }) => {
  const locale = await getLocale();
  const [data, kinds, status] = await Promise.all([
    listCases(actor, list.query, locale),
    getTranslations("admin-sell.order.case.kinds"),
    getTranslations("admin.status"),
  ]);
  const { state } = list.query;
  const { first_answers: answers } = data;
  const isAnswered = state === "answered";

  const columns: ListColumns<typeof page.text, CaseRow> = [
    {
      key: "order",
      cell: (row) => (
        <Link href={`/admin/orders/${row.order_no}#case`} className={codeLink}>
          {row.order_no}
        </Link>
      ),
    },
    {
      key: "what",
      className: "min-w-48 max-w-lg",
      onCard: "whole",
      cell: (row) => (
        <>
          <span className="flex flex-wrap gap-1">
            {row.kinds.map((kind) => (
              <Badge key={kind} tone={kind === "order.by_hand" ? "warn" : "danger"} dot>
                {kinds(taskTextKey(kind))}
              </Badge>
            ))}
          </span>
          <Link
            href={`/admin/orders/${row.order_no}#case`}
            title={row.text}
            className="mt-1 line-clamp-2 break-words hover:text-pine"
          >
            {row.text}
          </Link>
        </>
      ),
    },
    {
      key: "buyer",
      className: givesWay,
      onCard: "half",
      cell: (row) => {
        const kind = `buyer.${row.buyer}` as "buyer.site";
        const name = status.has(kind) ? status(kind) : row.buyer;
        return (
          <span className="block truncate" title={name ?? undefined}>
            {name}
          </span>
        );
      },
    },
    isAnswered
      ? null
      : {
          key: "owner",
          cell: (row) => (row.owner?.id === actor.staffId ? t("you") : (row.owner?.name ?? null)),
        },
    { key: "amount", align: "right", from: "lg", className: "whitespace-nowrap", cell: (row) => row.amount },
    ...(isAnswered
      ? [
          {
            key: "waited" as const,
            align: "right" as const,
            cell: (row: CaseRow) =>
              row.waited_seconds === null ? null : spanWords(row.waited_seconds, locale),
          },
          timeColumn("answered", (row: CaseRow) => row.answered_at),
        ]
      : [
          timeColumn("since", (row: CaseRow) => row.since),
          state === "waiting"
            ? timeColumn("until", (row: CaseRow) => row.wait_until, { style: "datetime" as const })
            : null,
        ]),
  ];

  return (
    <ListPage
      {...frame}
      data={data}
      rows={data.cases}
      rowKey={(row) => `${row.order_no} ${row.answered_at}`}
      columns={columns}
      actions={<LiveRefresh />}
      {...(isAnswered
        ? {}
        : {
            filters: {
              selects: [listFilter("kind", t("kind"), caseKinds, (kind) => kinds(taskTextKey(kind)))],
            },
          })}
      note={
        <p className="mb-3 text-ink-muted text-sm">
          {answers.median_seconds === null
            ? t("noAnswers", { days: answers.days })
            : t("firstAnswers", {
                days: answers.days,
                count: answers.count,
                median: spanWords(answers.median_seconds, locale),
                longest: spanWords(answers.longest_seconds ?? answers.median_seconds, locale),
              })}
        </p>
      }
    >
      <LinkTabs
        label={t("title")}
        tabs={tabs.map((tab) => ({
          href: tab === "open" ? page.path : `${page.path}?state=${tab}`,
          label: tab === "open" ? t("tabs.open", { count: data.open }) : t(`tabs.${tab}`),
          isCurrent: tab === state,
        }))}
      />
    </ListPage>
  );
});
