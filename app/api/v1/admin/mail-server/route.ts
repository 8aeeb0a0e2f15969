import { auditBy } from "@/lib/accounts/record-audit";
import { endpoint, route } from "@/lib/http/route";
import { getMailServer, removeMailServer, saveMailServer } from "@/lib/notifications/server/save-mail-server";
import { mailServerBody, mailServerOut } from "@/lib/notifications/server/schema";

const common = { surface: "storefront", auth: "admin", response: mailServerOut } as const;

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      ...common,
      permission: "settings:read",
      summary: "The server that mails are sent through, without its password",
    },
    () => getMailServer(),
  ),
  PUT: route(
    {
      ...common,
      permission: "settings:write",
      proved: "mail.server",
      body: mailServerBody,
      summary: "Name the mail server",
    },
    ({ actor, client, body }) => saveMailServer(body, auditBy(actor, client)),
  ),
  DELETE: route(
    {
      ...common,
      permission: "settings:write",
      proved: "mail.server",
      summary: "Name no mail server: mails wait in the outbox",
    },
    ({ actor, client }) => removeMailServer(auditBy(actor, client)),
  ),
});
