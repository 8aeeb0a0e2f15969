import { z } from "zod";
import { shapedAs } from "../../../core/shaped-text";

const name = z.string().check(...shapedAs(/^[A-Za-z_][\w.-]{0,59}$/));
/** Members of a JSON answer: `data.pay_url`. */
const place = z.string().check(...shapedAs(/^[A-Za-z_]\w{0,59}(\.\w{1,60}){0,5}$/));
const path = z.string().check(...shapedAs(/^[\w./-]{0,200}$/));
const word = z.string().max(60);
const method = z.enum(["GET", "POST"]);

/** Placeholders of a request. */
const placeholders = [
  "payment_no",
  "amount",
  "amount_short",
  "amount_minor",
  "currency",
  "title",
  "notify_url",
  "return_url",
  "client_ip",
  "time",
  "nonce",
  "merchant",
  "type",
  "reference",
] as const;
export type Placeholder = (typeof placeholders)[number];

const known = new Set<string>(placeholders);
const template = z
  .string()
  .max(300)
  .refine((text) => [...text.matchAll(/\{(\w*)\}/g)].every(([, word = ""]) => known.has(word)), {
    error: `a placeholder is none of {${placeholders.join("}, {")}}`,
  });

/** How the text is made that is signed, and what signs it. */
const recipe = z.strictObject({
  /** The field that carries the signature. */
  field: name,
  algorithm: z.enum(["md5", "hmac-sha256", "rsa-sha256"]).default("md5"),
  /** All fields by name, or these in this order. */
  over: z.union([z.literal("sorted"), z.array(name).min(1).max(40)]).default("sorted"),
  /** `a=1&b=2`, or the values alone, one behind the other. */
  join: z.enum(["pairs", "values"]).default("pairs"),
  skip_empty: z.boolean().default(true),
  /** Fields that are not signed, beside the signature's own. */
  without: z.array(name).max(20).default([]),
  /** Text between the signed text and the key: `&key=` for instance. MD5 only: the others use the key otherwise. */
  before_key: z.string().max(20).default(""),
  uppercase: z.boolean().default(false),
});
export type Recipe = z.output<typeof recipe>;

const request = z.strictObject({
  path,
  method: method.default("POST"),
  /** Encoding of a POST; a GET has its fields in the query. */
  encoding: z.enum(["form", "json"]).default("form"),
  fields: z.record(name, template),
});

const success = z.strictObject({ at: place, is: word });

/** A member that nobody knows is a slip of the pen, and its default would count without a word. */
export const declarationSchema = z
  .strictObject({
    signature: recipe,
    create: request.extend({
      /**
       * Asker: the buyer's browser, which then sees the gateway's page, or the shop, which reads a link from the
       * answer.
       */
      by: z.enum(["browser", "shop"]),
      answer: z
        .strictObject({
          success: success.optional(),
          pay_url: place.optional(),
          qr_code: place.optional(),
          reference: place.optional(),
        })
        .optional(),
    }),
    notification: z.strictObject({
      method,
      encoding: z.enum(["query", "form", "json"]),
      /** Absent: as `signature`. */
      signature: recipe.optional(),
      payment_no: name,
      /** Absent: the gateway has no number of its own. */
      trade_no: name.optional(),
      amount: name,
      /** Field of the sum that was really paid, where it may be more than was asked for. */
      received: name.optional(),
      amount_in: z.enum(["decimal", "minor"]).default("decimal"),
      currency: name.optional(),
      /** Compared with the channel's merchant. */
      merchant: name.optional(),
      /** Absent: the gateway notifies of payments only. */
      status: name.optional(),
      paid: z.array(word).max(10).default([]),
      over: z.array(word).max(10).default([]),
      /** Texts of the shop or the buyer that may hold `&`. */
      echoed: z.array(name).max(10).default([]),
      hidden: z.array(name).max(20).default([]),
      accepted: z.string().min(1).max(200),
    }),
    query: request
      .extend({
        success: success.optional(),
        status: place,
        paid: z.array(word).min(1).max(10),
        over: z.array(word).max(10).default([]),
        trade_no: place,
        /** Absent: the order can only have been paid as it was asked for. */
        amount: place.optional(),
        payment_no: place.optional(),
      })
      .optional(),
  })
  .refine(({ create }) => create.by === "browser" || create.answer?.pay_url || create.answer?.qr_code, {
    error: "create.answer names neither pay_url nor qr_code",
    path: ["create", "answer"],
  })
  .refine(({ notification }) => !notification.status || notification.paid.length > 0, {
    error: "notification.paid is empty",
    path: ["notification", "paid"],
  })
  .refine(({ notification }) => (notification.method === "GET") === (notification.encoding === "query"), {
    error: "a GET notification is a query, a POST is a form or json",
    path: ["notification", "encoding"],
  });

export type Declaration = z.output<typeof declarationSchema>;
export type DeclarationInput = z.input<typeof declarationSchema>;
