import { z } from "zod";
import { foreignWords } from "../../core/refusals/noted";
import { type Problem, rule } from "../../core/refusals/refusal";
import { shapedAs } from "../../core/shaped-text";
import type { OutgoingAnswer } from "../../outgoing/outgoing-call";
import type { OperatorMessage } from "./message";
import type { channelProviderCodes } from "./schema";

/** The address of a service, without the slash at its end. */
export const urlText = z
  .string()
  .max(500)
  .check(...shapedAs(/^https?:\/\/[^\s/?#]+[^\s#]*$/, rule("web_address")))
  .transform((text) => text.replace(/\/+$/, ""));

/** Shortens the words of a service to one line. */
export const settingText = (value: unknown): string =>
  typeof value === "string" ? value.replace(/\s+/g, " ").trim().slice(0, 200) : "";

export interface ChannelField {
  key: string;
  kind: "text" | "secret" | "url" | "email";
  required: boolean;
  default?: string;
}

export interface HttpMessage {
  url: string;
  headers: Record<string, string>;
  body: string;
}

export interface MessageCall {
  /** The same over all attempts of a message. */
  id: string;
  at: Date;
  /** The operator's name for the shop, in the channel's language. */
  shop: string;
}

/** One kind of channel that is reached by HTTP: how its message looks, and when an answer means that it has arrived. */
export interface HttpProvider {
  code: Exclude<(typeof channelProviderCodes)[number], "mail">;
  fields: readonly ChannelField[];
  settings: z.ZodType<Record<string, string>>;
  write: (settings: Record<string, string>, message: OperatorMessage, call: MessageCall) => HttpMessage;
  /** Reads the problem of an answer, or null. A messenger may say 200 and refuse in the body. */
  problem: (answer: OutgoingAnswer) => Problem | null;
  /** Seconds that the body of a refusal asks us to wait, where the messenger says it there. */
  retryAfter?: (answer: OutgoingAnswer) => unknown;
}

export const isOk = ({ status }: OutgoingAnswer): boolean => status >= 200 && status < 300;

/** A member of a JSON answer, or undefined where the answer is none. */
export function memberOf(answer: OutgoingAnswer, name: string): unknown {
  try {
    const body: unknown = JSON.parse(answer.text);
    return body !== null && typeof body === "object" ? Reflect.get(body, name) : undefined;
  } catch {
    return undefined;
  }
}

/** Words of the messenger, or a sentence of ours where it gives none. */
export function wordsOr(words: unknown, otherwise: Problem): Problem {
  const text = settingText(words);
  return text ? foreignWords(text) : otherwise;
}

const jsonHeaders = { "content-type": "application/json; charset=utf-8", "user-agent": "Keyshelf" };

export const postJson = (url: string, body: unknown, headers: Record<string, string> = {}): HttpMessage => ({
  url,
  headers: { ...jsonHeaders, ...headers },
  body: JSON.stringify(body),
});
