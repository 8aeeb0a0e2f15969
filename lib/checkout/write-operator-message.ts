import { languages } from "../../messages/languages";
import { getConfig } from "../config/config";
import type { Locale } from "../core/locale";
import { formatMoney, nameAmount } from "../core/money";
import { isRecord } from "../core/shapes/records";
import type { Reader } from "../db/transaction";
import { alertText } from "../notifications/alerts/alert-texts";
import type { OperatorMessage } from "../notifications/outbound/message";
import type { OperatorEventKind } from "../notifications/outbound/schema";
import type { TakenEvent } from "../notifications/outbound/take-events";
import { labelAnswers } from "../orders/form-answers";

const listed = 10;

async function readOrders(reader: Reader, orderNos: readonly string[]) {
  if (orderNos.length === 0) return new Map<string, never>();
  const orders = await reader.order.findMany({
    where: { orderNo: { in: [...orderNos] } },
    select: {
      orderNo: true,
      buyerKind: true,
      email: true,
      amountCents: true,
      currency: true,
      user: { select: { email: true } },
      site: { select: { name: true } },
      items: {
        orderBy: { position: "asc" },
        select: { title: true, skuName: true, quantity: true, form: true, productId: true },
      },
    },
  });
  return new Map(orders.map((order) => [order.orderNo, order]));
}
type Orders = Awaited<ReturnType<typeof readOrders>>;
type MessageOrder = Orders extends Map<string, infer O> ? O : never;

/** The shop's order behind an event: that of a purchase has a suffix where it was renewed. */
const orderNoOf = ({ data, reference }: TakenEvent): string | null =>
  /^K[0-9A-Z]{16}/.exec(String(data.orderNo ?? reference ?? ""))?.[0] ?? null;

type Row = readonly [label: string, value: string];

/** Under the question as the buyer read it; a question that has gone leaves its key. */
const answersOf = ({ form, productId }: MessageOrder["items"][number], questions: Questions): Row[] =>
  labelAnswers(questions.get(productId), form).map(({ label, value }): Row => [label, value]);

type Questions = ReadonlyMap<number, unknown>;

/** Reads the questions that these products ask their buyers. */
async function readQuestions(reader: Reader, { items }: MessageOrder): Promise<Questions> {
  const ids = items.filter(({ form }) => form).map(({ productId }) => productId);
  if (ids.length === 0) return new Map();
  const rows = await reader.product.findMany({
    where: { id: { in: ids } },
    select: { id: true, formFields: true },
  });
  return new Map(rows.map(({ id, formFields }) => [id, formFields]));
}

async function orderRows(reader: Reader, order: MessageOrder, locale: Locale): Promise<Row[]> {
  const questions = await readQuestions(reader, order);
  const { rows } = languages[locale].operatorEvents;
  return [
    [rows.order, order.orderNo],
    ...order.items.flatMap((item): Row[] => [
      [rows.product, item.quantity > 1 ? `${item.title} × ${item.quantity}` : item.title],
      ...(item.skuName ? [[rows.sku, item.skuName] as const] : []),
      ...answersOf(item, questions),
    ]),
    [rows.buyer, order.site?.name ?? order.user?.email ?? order.email ?? order.buyerKind],
    [rows.amount, nameAmount(formatMoney(order.amountCents), order.currency)],
  ];
}

/** Rows for the person who is to approve: how much, for what, and who asked. */
function moneyRequestRows({ data }: TakenEvent, locale: Locale): Row[] {
  const { rows } = languages[locale].operatorEvents;
  return [
    [rows.sum, String(data.amount)],
    [rows.about, String(data.about)],
    [rows.asker, String(data.asker)],
  ];
}

/** How the shop stands, in three sentences. */
function morningRows({ data }: TakenEvent, locale: Locale): Row[] {
  const { happened, waiting, works, needs } = languages[locale].operatorEvents.morning;
  const words: Readonly<Record<string, string>> = needs;
  const named = (list: unknown) =>
    (Array.isArray(list) ? list : []).filter(isRecord).map(({ kind, name }) => {
      const said = words[String(kind)] ?? String(kind);
      return typeof name === "string" ? `${said} ${name}` : said;
    });
  const [orders, revenue] = [Number(data.orders), String(data.revenue)];
  const refunded = data.refunded === null ? null : String(data.refunded);
  return [
    ["", happened({ since: null, orders, revenue, refunded })],
    ["", waiting(Number(data.waiting), null)],
    ["", works(named(data.failing), named(data.untried))],
  ];
}

const whatOf = (order: MessageOrder) =>
  `${order.items.map((item) => item.title).join(", ")} · ${nameAmount(formatMoney(order.amountCents), order.currency)}`;

function titleOf(event: TakenEvent, order: MessageOrder | undefined, locale: Locale): string {
  const kind = event.kind as OperatorEventKind;
  const write = languages[locale].operatorEvents.titles[kind];
  if (kind === "money_request" && write) return write(`${event.data.amount} · ${event.data.about}`);
  if (write) return write(order ? whatOf(order) : (event.reference ?? ""));
  const message = String(event.data.message ?? event.kind);
  return alertText({ kind: event.alertKind ?? "", data: event.data, message }, locale);
}

const adminPage = (path: string) => `${getConfig().server.baseUrl}/admin${path}`;

function placeOf(event: TakenEvent, order: MessageOrder | undefined): string {
  if (order) return adminPage(`/orders/${order.orderNo}`);
  const [noun, id] = (event.reference ?? "").split(":");
  if (noun === "sku") return adminPage(`/stock/${id}`);
  if (noun === "site") return adminPage(`/sites/${id}`);
  if (noun === "connection") return adminPage(`/connections/${id}`);
  if (noun === "payment_channel") return adminPage(`/channels/${id}`);
  if (event.kind === "money_request") return adminPage("/money-requests");
  if (event.kind === "morning") return adminPage("");
  if (event.kind === "mail_failing") return adminPage("/mails?status=failed");
  return adminPage("/alerts");
}

const pagesOfMany: Readonly<Record<string, string>> = { sale: "/orders", money_request: "/money-requests" };

/** One event with everything needed to act; of several their titles, and the page where they all are. */
export async function writeOperatorMessage(
  reader: Reader,
  events: readonly [TakenEvent, ...TakenEvent[]],
  locale: Locale,
): Promise<OperatorMessage> {
  const [first] = events;
  const shown = events.slice(0, listed);
  const orders: Orders = await readOrders(
    reader,
    shown.flatMap((event) => orderNoOf(event) ?? []),
  );
  const find = (event: TakenEvent) => orders.get(orderNoOf(event) ?? "");
  const at = first.createdAt.toISOString();
  if (events.length === 1) {
    const order = find(first);
    const rows =
      first.kind === "money_request"
        ? moneyRequestRows(first, locale)
        : first.kind === "morning"
          ? morningRows(first, locale)
          : order
            ? await orderRows(reader, order, locale)
            : [];
    return {
      kind: first.kind,
      title: titleOf(first, order, locale),
      rows,
      url: placeOf(first, order),
      count: 1,
      at,
    };
  }
  const { names, rows } = languages[locale].operatorEvents;
  const lines = shown.map((event): Row => {
    const order = find(event);
    return [order?.orderNo ?? "", titleOf(event, order, locale)];
  });
  const more = events.length - shown.length;
  return {
    kind: first.kind,
    title: `${events.length} × ${names[first.kind as OperatorEventKind]}`,
    rows: more > 0 ? [...lines, [rows.more, String(more)]] : lines,
    url: adminPage(pagesOfMany[first.kind] ?? "/alerts"),
    count: events.length,
    at,
  };
}
