import { operation, resource } from "@/lib/http/route";
import { sendTestMail } from "@/lib/notifications/mails/send-mail";
import { mailTested } from "@/lib/notifications/schema";
import {
  getMailText,
  listMailTexts,
  previewMailText,
  resetMailText,
  saveMailText,
} from "@/lib/notifications/texts/mail-texts";
import {
  mailPartsBody,
  mailPreview,
  mailTextBody,
  mailTextList,
  mailTextOut,
  mailTextParams,
} from "@/lib/notifications/texts/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, operations, find } = resource(
  "admin/mail-texts",
  {
    previewMailText: operation("POST /[kind]/[locale]/preview", {
      permission: "settings:read",
      summary: "The mail as these texts would make it, of sample data; nothing is stored",
      params: mailTextParams,
      body: mailPartsBody,
      response: mailPreview,
      handle: ({ params, body }) => previewMailText(params, body),
    }),
    getMailText: operation("GET /[kind]/[locale]", {
      params: mailTextParams,
      response: mailTextOut,
      permission: "settings:read",
      summary: "The text of one kind of mail in one language",
      handle: ({ params }) => getMailText(params),
    }),
    saveMailText: operation("PUT /[kind]/[locale]", {
      params: mailTextParams,
      response: mailTextOut,
      permission: "settings:write",
      summary: "Own texts for one kind of mail; what is empty is the standard text",
      body: mailTextBody,
      handle: ({ actor, client, params, body }) => saveMailText(actor, params, body, client),
    }),
    resetMailText: operation("DELETE /[kind]/[locale]", {
      params: mailTextParams,
      response: mailTextOut,
      permission: "settings:write",
      summary: "The standard text again",
      handle: ({ actor, client, params }) => resetMailText(actor, params, client),
    }),
    sendMailText: operation("POST /[kind]/[locale]/send", {
      permission: "settings:write",
      summary:
        "The mail as these texts would make it, of sample data, to one's own address now; nothing is stored",
      params: mailTextParams,
      body: mailPartsBody,
      response: mailTested,
      handle: async ({ actor, params, body }) =>
        sendTestMail(actor.email, await previewMailText(params, body)),
    }),
    listMailTexts: operation("GET /", {
      permission: "settings:read",
      summary: "The texts of mails to customers, by kind and language",
      response: mailTextList,
      handle: () => listMailTexts(),
    }),
  },
);
