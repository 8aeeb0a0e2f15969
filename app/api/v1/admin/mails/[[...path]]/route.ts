import { hasPermission } from "@/lib/acts/permissions";
import { operation, resource } from "@/lib/http/route";
import { listMails } from "@/lib/notifications/admin-queries";
import { getMailHealth } from "@/lib/notifications/mails/mail-health";
import { readMail } from "@/lib/notifications/mails/read-mail";
import { resendFailedMails, resendMail, resendMails } from "@/lib/notifications/mails/resend-mail";
import { sendTestMail } from "@/lib/notifications/mails/send-mail";
import {
  mailDetail,
  mailHealth,
  mailPage,
  mailParams,
  mailQuery,
  mailRow,
  mailsQueued,
  mailsResent,
  mailTested,
  resendMailsBody,
} from "@/lib/notifications/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, operations, find } = resource("admin/mails", {
  resendMail: operation("POST /[id]/resend", {
    permission: "customers:write",
    params: mailParams,
    response: mailRow,
    summary: "Send a mail again",
    handle: ({ actor, params, client }) => resendMail(actor, params.id, client),
  }),
  readMail: operation("GET /[id]", {
    permission: "customers:write",
    params: mailParams,
    response: mailDetail,
    summary: "One mail with its text, which is written to the audit log",
    handle: ({ actor, params, client }) =>
      readMail(actor, params.id, { mayReadCodes: hasPermission(actor, "staff:write") }, client),
  }),
  getMailHealth: operation("GET /health", {
    permission: "customers:read",
    response: mailHealth,
    summary: "Whether the mail server takes the shop's mails",
    handle: () => getMailHealth(),
  }),
  resendFailedMails: operation("POST /resend-failed", {
    permission: "customers:write",
    response: mailsQueued,
    summary: "Send every mail again that was given up, one-time codes left out",
    handle: ({ actor, client }) => resendFailedMails(actor, client),
  }),
  resendMails: operation("POST /resend", {
    permission: "customers:write",
    body: resendMailsBody,
    response: mailsResent,
    summary: "Send several mails again: those that are named, or a piece of what a filter finds",
    handle: ({ actor, client, body }) => resendMails(actor, body, client),
  }),
  listMails: operation("GET /", {
    permission: "customers:read",
    query: mailQuery,
    response: mailPage,
    summary: "Mails sent, waiting, failed, or kept in the outbox",
    handle: ({ query }) => listMails(query),
  }),
  sendTestMail: operation("POST /test", {
    permission: "customers:write",
    response: mailTested,
    summary: "Send a test mail to one's own address now",
    handle: async ({ actor, client }) => sendTestMail(actor.email, await client.readLocale()),
  }),
});
