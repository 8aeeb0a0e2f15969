"use client";

import { CircleCheck, LifeBuoy } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { later } from "@/components/ui/later";
import type { OrderDetail } from "@/lib/orders/schema";
import type { Problem } from "./problem-form";

const ProblemForm = later(() => import("./problem-form").then((module) => module.ProblemForm));

type ProblemReportProps = {
  order: OrderDetail;
  /** Without a mail server the answer stands on the page alone. */
  sendsMail: boolean;
  onReport: (problem: Problem) => Promise<void>;
};

/** The way to the operator from where the buyer sees that something is wrong. */
export function ProblemReport({ order, sendsMail, onReport }: ProblemReportProps) {
  const t = useTranslations("order.problem");
  const [state, setState] = useState<"closed" | "open" | "sent">("closed");
  const [wasOpen, setWasOpen] = useState(false);
  if (state === "sent")
    return (
      <p role="status" className="flex items-start gap-2 rounded-lg bg-ok-soft px-4 py-3 text-ok text-sm">
        <CircleCheck className="mt-0.5 size-4 shrink-0" aria-hidden />
        <span className="break-words">
          {sendsMail ? t("sent", { email: order.email ?? "" }) : t("sentHere")}
        </span>
      </p>
    );
  if (state === "open")
    return (
      <ProblemForm
        order={order}
        sendsMail={sendsMail}
        onReport={async (problem) => {
          await onReport(problem);
          setState("sent");
        }}
        onClose={() => setState("closed")}
      />
    );
  return (
    <Button
      variant="link"
      size="bare"
      className="min-h-11 self-start"
      autoFocus={wasOpen}
      onClick={() => {
        setWasOpen(true);
        setState("open");
      }}
    >
      <LifeBuoy className="size-4" aria-hidden />
      {t("open")}
    </Button>
  );
}
