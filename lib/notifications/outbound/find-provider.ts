import { z } from "zod";
import { emailIn } from "../../core/wire";
import type { ChannelField, HttpProvider } from "./provider";
import { bark } from "./providers/bark";
import { discord } from "./providers/discord";
import { serverchan } from "./providers/serverchan";
import { events, webhook } from "./providers/signed-json";
import { telegram } from "./providers/telegram";
import { wecom } from "./providers/wecom";

/** Goes the way of all mails: with their log, attempts and outbox. */
export interface MailProvider {
  code: "mail";
  fields: readonly ChannelField[];
  settings: z.ZodType<Record<string, string>>;
}

const mail: MailProvider = {
  code: "mail",
  fields: [{ key: "to", kind: "email", required: true }],
  settings: z.object({ to: emailIn }),
};

export const channelProviders: readonly (HttpProvider | MailProvider)[] = [
  mail,
  telegram,
  webhook,
  events,
  wecom,
  bark,
  serverchan,
  discord,
];

export const isHttpProvider = (provider: HttpProvider | MailProvider): provider is HttpProvider =>
  provider.code !== "mail";

export const findProvider = (code: string): HttpProvider | MailProvider | null =>
  channelProviders.find((provider) => provider.code === code) ?? null;
