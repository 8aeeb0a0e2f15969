import { z } from "zod";

/** Message to a channel: the same for every provider, which writes it in its own form. */
export interface OperatorMessage {
  kind: string;
  title: string;
  /** Label and value, one line each. */
  rows: readonly (readonly [label: string, value: string])[];
  /** Where in the admin it is seen to. */
  url: string;
  /** How many events it is about. */
  count: number;
  /** ISO 8601. */
  at: string;
  /** For a program: what is sent in place of all the rest. */
  event?: ShopEventMessage | undefined;
}

/** One event as programs read it. */
export interface ShopEventMessage {
  id: string;
  type: string;
  /** ISO 8601. */
  created_at: string;
  data: Record<string, unknown>;
}

const storedMessage = z.object({
  kind: z.string(),
  title: z.string(),
  rows: z.array(z.tuple([z.string(), z.string()])),
  url: z.string(),
  count: z.int(),
  at: z.string(),
  event: z
    .object({
      id: z.string(),
      type: z.string(),
      created_at: z.string(),
      data: z.record(z.string(), z.unknown()),
    })
    .optional(),
});
export const readMessage = (stored: unknown): OperatorMessage => storedMessage.parse(stored);

export const bodyLines = ({ rows }: OperatorMessage): string[] =>
  rows.map(([label, value]) => (label === "" ? value : `${label}: ${value}`));

/** Messengers refuse what is too long; the link leads to the rest. Characters stay whole. */
export const cutTo = (text: string, max: number): string =>
  text.length <= max ? text : `${text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;

const bytesOf = (text: string) => Buffer.byteLength(text);

/** The same where a messenger counts bytes; `sizeOf` counts those of the form in which it is sent. */
export function cutBytes(text: string, max: number, sizeOf: (text: string) => number = bytesOf): string {
  if (sizeOf(text) <= max) return text;
  let [least, most] = [0, text.length];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (sizeOf(cutTo(text, middle)) <= max) least = middle;
    else most = middle - 1;
  }
  return least === 0 ? "" : cutTo(text, least);
}

/**
 * The most that each messenger takes, as it publishes it. The texts of one message stay below its row
 * (tests/unit/notifications/message-limits.test.ts).
 */
export const messageLimits = {
  /** Bytes of a text: https://developer.work.weixin.qq.com/document/path/91770 */
  wecom: { bytes: 2_048 },
  /** Characters after entities are read: https://core.telegram.org/bots/api#sendmessage */
  telegram: { characters: 4_096 },
  /** Characters of a title, of a name and of a value, fields, and characters of all: https://discord.com/developers/docs/resources/message#embed-object-embed-limits */
  discord: { title: 256, name: 256, value: 1_024, fields: 25, characters: 6_000 },
  /** Characters of a title, and bytes of a text: https://sct.ftqq.com */
  serverchan: { title: 32, bytes: 32 * 1_024 },
  /** Bytes of all that Apple takes, the envelope of Bark's server with it: https://developer.apple.com/documentation/usernotifications/generating-a-remote-notification */
  bark: { bytes: 4_096, envelope: 512 },
} as const;
