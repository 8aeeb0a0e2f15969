import type { z } from "zod";
import {
  deliveryAnswer,
  deliveryRequested,
  stockAnswer,
  stockAsked,
} from "../../fulfillment/kinds/dynamic/schema";
import { callbackMessage, callbackPing } from "../../interconnect/main/schema";
import { operatorWebhook } from "../../notifications/outbound/schema";
import { shopEvent } from "../../operations/events/schema";
import { partnerLists } from "./closed-lists-partner";
import { bodyExample } from "./examples";
import { pascal, type SchemaBook, type Wanted } from "./schemas";
import { signedSecurity } from "./security";

interface Webhook {
  name: string;
  summary: string;
  /** Signed with the four headers of the interconnect, or by Standard Webhooks. */
  isSignedAsSite: boolean;
  of: "shop" | "admin";
  body: z.ZodType;
  /** Body of a 200 that is read. */
  answer?: z.ZodType;
  taken: string;
}

const taken =
  "Any 2xx: the message counts as received. 410 switches the address off; everything else is tried again";

/** Every message that the shop sends to other programs. */
const webhooks: readonly Webhook[] = [
  ...(["order.fulfilled", "order.refunded", "order.secret_changed"] as const).map((event) => ({
    name: event,
    summary: `Callback to an agent site: ${partnerLists.CallbackEvent[event].replace(/[;:].*$/, "")}`,
    isSignedAsSite: true,
    of: "shop" as const,
    body: callbackMessage,
    taken,
  })),
  {
    name: "ping",
    summary: "Callback to an agent site that is about no order: answer 200 and change nothing",
    isSignedAsSite: true,
    of: "shop",
    body: callbackPing,
    taken: "Any 2xx: the address is proved",
  },
  {
    name: "delivery.requested",
    summary: "To a seller's own server: make the goods of one order item",
    isSignedAsSite: false,
    of: "shop",
    body: deliveryRequested,
    answer: deliveryAnswer,
    taken: "The goods; with 202 they come later, by POST /api/v1/delivery-answers",
  },
  {
    name: "stock.asked",
    summary: "To a seller's own server: how many units can be made now",
    isSignedAsSite: false,
    of: "shop",
    body: stockAsked,
    answer: stockAnswer,
    taken: "The number of units",
  },
  {
    name: "operator.message",
    summary: "To an address of the operator: something happened in the shop",
    isSignedAsSite: false,
    of: "admin",
    body: operatorWebhook,
    taken,
  },
  {
    name: "shop.event",
    summary:
      "To a program of the operator: one event, with ids, amounts and times; its id is the id of the message",
    isSignedAsSite: false,
    of: "admin",
    body: shopEvent,
    taken,
  },
];

/** Tag of no operation: generators write a class for the webhooks of a tag over the class of its operations. */
export const webhookTag = { name: "webhooks", description: "Messages that the shop sends to other programs" };

const keyOf = ({ name }: Webhook, part: "body" | "answer") => `webhook ${name} ${part}`;

export const wantedByWebhooks = (): Wanted[] =>
  webhooks.flatMap((webhook): Wanted[] => [
    {
      key: keyOf(webhook, "body"),
      schema: webhook.body,
      io: "output",
      name: `${pascal(webhook.name)}Message`,
    },
    ...(webhook.answer
      ? [
          {
            key: keyOf(webhook, "answer"),
            schema: webhook.answer,
            io: "input" as const,
            name: `${pascal(webhook.name)}Reply`,
          },
        ]
      : []),
  ]);

const standardHeaders = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) => ({
  $ref: `#/components/parameters/${pascal(name)}`,
}));

const siteHeaders = [{ $ref: "#/components/parameters/SiteEventId" }];

export const webhookParameters = {
  SiteEventId: {
    name: "X-Site-Event-Id",
    in: "header",
    required: false,
    description: "The `event_id` of the body, the same at every attempt; not signed",
    schema: { type: "string" },
  },
  WebhookId: {
    name: "webhook-id",
    in: "header",
    required: true,
    description: "Id of the message, the same at every attempt (Standard Webhooks)",
    schema: { type: "string" },
  },
  WebhookTimestamp: {
    name: "webhook-timestamp",
    in: "header",
    required: true,
    description: "Unix seconds of this attempt",
    schema: { type: "string" },
  },
  WebhookSignature: {
    name: "webhook-signature",
    in: "header",
    required: true,
    description: "`v1,` and the HMAC-SHA256 in base64, as Standard Webhooks prescribes",
    schema: { type: "string" },
  },
};

export const describeWebhooks = (of: Webhook["of"], book: SchemaBook) =>
  Object.fromEntries(
    webhooks
      .filter((webhook) => webhook.of === of)
      .map((webhook) => [
        webhook.name,
        {
          post: {
            operationId: `receive${pascal(webhook.name)}`,
            tags: [webhookTag.name],
            summary: webhook.summary,
            security: webhook.isSignedAsSite ? signedSecurity : [],
            parameters: webhook.isSignedAsSite ? siteHeaders : standardHeaders,
            requestBody: {
              required: true,
              content: {
                "application/json": {
                  schema: book.of(keyOf(webhook, "body")),
                  ...bodyExample(webhook.name),
                },
              },
            },
            responses: {
              "200": {
                description: webhook.taken,
                ...(webhook.answer
                  ? { content: { "application/json": { schema: book.of(keyOf(webhook, "answer")) } } }
                  : {}),
              },
              "4XX": { description: "The message was not taken" },
            },
          },
        },
      ]),
  );
