"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { api } from "@/components/api/client";
import { toast } from "@/components/ui/toast";
import { useSelection } from "./selection";

type Answer = Record<string, unknown>;

interface BulkCall {
  path: string;
  method?: "POST" | "PATCH" | "DELETE";
  /** The member of the body that takes the ids. */
  member?: string;
  /** The member of the answer that says how many. */
  counted?: string;
}

const countOf = (answers: readonly Answer[], member: string) =>
  answers.reduce((sum, answer) => sum + (typeof answer[member] === "number" ? answer[member] : 0), 0);

/** The same call for everything that is ticked, or, a piece after the other, for everything that matches. */
export function useBulk({ path, method = "POST", member = "ids", counted = "changed" }: BulkCall) {
  const t = useTranslations("admin.table");
  const router = useRouter();
  const { chosen, clear, taken, isAll } = useSelection();
  const [done, setDone] = useState(0);
  /** Where a run over all that match was stopped: the next one goes on there. */
  const [stopped, setStopped] = useState<{ of: unknown; after: unknown } | null>(null);

  const rows = () => (isAll && taken ? taken.body : { [member]: [...chosen] });

  async function run(body: Answer, success: string, action?: (answers: Answer[]) => object): Promise<void> {
    const answers: Answer[] = [];
    let after: unknown = isAll && stopped?.of === taken ? stopped?.after : undefined;
    setDone(0);
    try {
      do {
        const answer = await api<Answer>(path, {
          method,
          body: { ...body, ...rows(), ...(after ? { after } : {}) },
        });
        answers.push(answer);
        after = answer.next;
        setStopped({ of: taken, after });
        setDone(countOf(answers, counted));
      } while (isAll && after);
    } catch (cause) {
      const before = countOf(answers, counted);
      if (before > 0) toast.warning(t("stopped", { count: before }));
      throw cause;
    } finally {
      router.refresh();
    }
    toast.success(success, {
      ...(answers.some((answer) => counted in answer)
        ? {
            description: t("done", {
              count: countOf(answers, counted),
              skipped: countOf(answers, "skipped"),
            }),
          }
        : {}),
      ...action?.(answers),
    });
    clear();
  }

  /** Addition of the dialog to its question: how far the act reaches, and how far it has come. */
  const reach = !isAll
    ? null
    : done > 0
      ? t("progress", { count: done })
      : taken?.count === null
        ? t("reachMore")
        : t("reach", { count: taken?.count ?? 0 });
  return { run, rows, reach };
}
