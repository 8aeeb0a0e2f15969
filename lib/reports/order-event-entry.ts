import { isTold } from "../../messages/say";
import { readNoted } from "../core/refusals/noted";
import type { Told } from "../core/refusals/refusal";
import { isRecord } from "../core/shapes/records";
import { toTime } from "../core/wire";
import type { HistoryEntry as Entry } from "./types";

interface EventRow {
  kind: string;
  actor: string;
  data: unknown;
  createdAt: Date;
}

/** Reads the doer from the name that is written into the time line (`staff:ada@…`, `token:restock`, `gateway:2`, `site:7`). */
export function byWhom(actor: string, siteNames: ReadonlyMap<number, string>): Entry["by"] {
  const [kind, ...rest] = actor.split(":");
  const name = rest.join(":") || null;
  switch (kind) {
    case "staff":
      return { kind: "staff", name };
    case "token":
      return { kind: "staff", name: actor };
    case "guest":
    case "user":
      return { kind: "buyer", name: null };
    case "recipient":
      return { kind: "recipient", name: null };
    case "site":
      return { kind: "site", name: siteNames.get(Number(name)) ?? null };
    case "gateway":
      return { kind: "gateway", name: null };
    case "connection":
      return { kind: "main_site", name: null };
    default:
      return { kind: "shop", name: null };
  }
}

const textOf = (value: unknown) =>
  typeof value === "string" || typeof value === "number" ? String(value) : null;

function textOfEvent(kind: string, { note, reason, reference }: Record<string, unknown>): string | null {
  if (kind === "payment_confirmed")
    return [textOf(reference), textOf(note)].filter((part) => part !== null).join(" · ");
  return textOf(note) ?? (kind === "delivery_failed" ? null : textOf(reason));
}

const problemOf = (kind: string, reason: unknown): Told | null => {
  if (isTold(reason)) return reason;
  const words = kind === "delivery_failed" ? textOf(reason) : null;
  return words === null ? null : readNoted(words);
};

/** A line of the order's own time line, with the members of its data that a reader wants. */
export function orderEventEntry(row: EventRow, siteNames: ReadonlyMap<number, string>): Entry {
  const data = isRecord(row.data) ? row.data : {};
  return {
    at: toTime(row.createdAt),
    area: "order",
    kind: row.kind,
    state: null,
    by: byWhom(row.actor, siteNames),
    text: textOfEvent(row.kind, data),
    problem: problemOf(row.kind, data.reason),
    href: null,
    item: typeof data.item === "number" ? data.item : null,
    amount: textOf(data.amount),
    method: textOf(data.method),
    waited_seconds: typeof data.waited_seconds === "number" ? data.waited_seconds : null,
    proof_id: textOf(data.proof_id),
  };
}
