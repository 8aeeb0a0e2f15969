import { z } from "zod";
import { unlimitedStock } from "../../../catalogue/schema";
import { refusal, rule } from "../../../core/refusals/refusal";
import { toldMembers, toldMembersOrNull } from "../../../core/refusals/told-shape";
import { shapedAs } from "../../../core/shaped-text";
import { idText, madeBetween, pageOut, pageQuery, plainText, timeOut } from "../../../core/wire";
import { deliveryRequestStatuses } from "./state";

const between = (min: number, max: number) =>
  z
    .int(rule(refusal("between", { min, max })))
    .min(min, rule(refusal("between", { min, max })))
    .max(max, rule(refusal("between", { min, max })));

/** Settings of an option for the server that makes its goods. */
export const dynamicSettings = z.object({
  url: z
    .string()
    .trim()
    .max(500)
    .check(...shapedAs(/^https?:\/\/[^\s/?#]+[^\s#]*$/, rule("web_address"))),
  /** After so long without goods a person has to act. */
  timeout_minutes: between(5, 20_160).default(1440),
  /** `option`: the counter of the option, or no end. `question`: the server is asked how many there are. */
  stock: z.enum(["option", "question"]).default("option"),
  /** At most one question in so long. */
  stock_seconds: between(15, 3600).default(60),
  /** So long the last answer counts while the server is silent. */
  stock_keep_minutes: between(1, 1440).default(30),
  /** Consequence of that silence: nothing is sold, or the sale goes on down to the last number. */
  stock_when_silent: z.enum(["stop", "go_on"]).default("stop"),
});
export type DynamicSettings = z.output<typeof dynamicSettings>;

/** Answer on the stock: a shop's count ends below the number that means "no end". */
export const stockAnswer = z.object({
  stock: z
    .int()
    .min(0)
    .transform((units) => Math.min(units, unlimitedStock - 1)),
});

/** Question for the number of units. */
export const stockAsked = z.object({
  type: z.literal("stock.asked"),
  timestamp: timeOut,
  data: z.object({ sku_id: z.int(), product: z.string(), option: z.string().nullable() }),
});

/** Request for the goods of one order item. `answers` are those of the buyer; a test goes to nobody. */
export const deliveryRequested = z.object({
  type: z.literal("delivery.requested"),
  timestamp: timeOut,
  data: z.object({
    request_id: z.string(),
    test: z.boolean(),
    order_no: z.string(),
    item: z.int(),
    sku_id: z.int(),
    product: z.string(),
    option: z.string().nullable(),
    quantity: z.int(),
    email: z.string().nullable(),
    locale: z.string(),
    answers: z.unknown(),
  }),
});

/** More than this of an answer is not read. */
export const maxAnswerBytes = 20_000;
const content = z.string().trim().min(1).max(maxAnswerBytes);
const fieldName = z.string().trim().min(1).max(80);

/**
 * Answer of the server to one request: a text, named fields, or why there is nothing. It names the request, so that an
 * answer about another one is not handed over.
 */
export const deliveryAnswer = z
  .object({
    request_id: z.string().max(60),
    text: content.optional(),
    fields: z.record(fieldName, content).optional(),
    refused: plainText(200, 1).optional(),
  })
  .refine((answer) => [answer.text, answer.fields, answer.refused].filter(Boolean).length === 1, {
    error: rule("one_answer"),
  });
export type DeliveryAnswer = z.output<typeof deliveryAnswer>;

/** As the buyer reads it. */
export const contentOf = ({ text, fields = {} }: DeliveryAnswer): string =>
  text ??
  Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");

/** `accepted` is false for a repeat, and for an item that was delivered or refunded otherwise. */
export const takenAnswer = z.object({ accepted: z.boolean(), status: z.enum(deliveryRequestStatuses) });

export const requestParams = z.object({ request_id: idText });
export const deliveryRequestQuery = z.object({
  ...pageQuery(50, 200),
  status: z.enum(deliveryRequestStatuses).optional(),
  /** An order number or the id of a request. */
  search: plainText(60, 1).optional(),
  ...madeBetween,
});
export type DeliveryRequestQuery = z.output<typeof deliveryRequestQuery>;

const attempt = z.object({
  http_status: z.int().nullable(),
  latency_ms: z.int(),
  ...toldMembersOrNull("error"),
  answer: z.string().nullable(),
  created_at: timeOut,
});
export const deliveryRequest = z.object({
  id: z.int(),
  request_id: z.string(),
  order_no: z.string(),
  sku_id: z.int(),
  title: z.string(),
  status: z.enum(deliveryRequestStatuses),
  /** Body as it is sent, byte for byte. */
  body: z.string(),
  attempt_count: z.int(),
  next_attempt_at: timeOut.nullable(),
  deadline_at: timeOut,
  ...toldMembersOrNull("last_error"),
  /** The newest ones. */
  attempts: z.array(attempt),
  created_at: timeOut,
});
export type DeliveryRequestOut = z.infer<typeof deliveryRequest>;
export const deliveryRequestList = z.object({ requests: z.array(deliveryRequest), ...pageOut });
export type DeliveryRequestList = z.infer<typeof deliveryRequestList>;

export const deliveryTest = z.object({
  ...toldMembers("result"),
  http_status: z.int().nullable(),
  latency_ms: z.int(),
  answer: z.string(),
});
export type DeliveryTest = z.infer<typeof deliveryTest>;
export const newDeliverySecret = z.object({ secret: z.string() });
