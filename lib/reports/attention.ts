import type { AdminActor } from "../acts/actor";
import { areasOf, type PermissionArea } from "../acts/permissions";
import { addSeconds, now } from "../core/clock";
import { countCases } from "./cases";
import type { Attention } from "./schema";
import { countWaiting } from "./sql/attention";
import { countTasks } from "./tasks";

const day = 86_400;

const areas: Record<
  Exclude<keyof Attention["counts"], "alerts" | "cases" | "tasks"> | "problems",
  PermissionArea
> = {
  orders: "orders",
  problems: "orders",
  stock: "stock",
  refunds: "payments",
  held: "interconnect",
  callbacks: "interconnect",
  purchases: "interconnect",
  mails: "customers",
};

/** Counts the work that needs a person, one number a page of the admin; 0 where the caller's role may not look. */
export async function countAttention(actor: AdminActor): Promise<Attention> {
  const readable = areasOf(actor, "read");
  const [tasks, cases, waiting] = await Promise.all([
    countTasks(actor),
    countCases(actor),
    countWaiting(readable, addSeconds(now(), -7 * day)),
  ]);
  const count = (name: keyof typeof areas) => (readable.includes(areas[name]) ? (waiting[name] ?? 0) : 0);
  return {
    counts: {
      orders: count("orders") + count("problems"),
      stock: count("stock"),
      refunds: count("refunds"),
      held: count("held"),
      cases,
      callbacks: count("callbacks"),
      purchases: count("purchases"),
      mails: count("mails"),
      alerts: waiting.alerts ?? 0,
      tasks: tasks.total,
    },
  };
}
