import { operation, resource } from "@/lib/http/route";
import { getMailServer, removeMailServer, saveMailServer } from "@/lib/notifications/server/save-mail-server";
import { mailServerBody, mailServerOut } from "@/lib/notifications/server/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, operations, find } = resource(
  "admin/mail-server",
  {
    getMailServer: operation("GET /", {
      response: mailServerOut,
      permission: "settings:read",
      summary: "The server that mails are sent through, without its password",
      handle: () => getMailServer(),
    }),
    saveMailServer: operation("PUT /", {
      response: mailServerOut,
      permission: "settings:write",
      proved: "mail.server",
      body: mailServerBody,
      summary: "Name the mail server",
      handle: ({ actor, client, body }) => saveMailServer(actor, body, client),
    }),
    removeMailServer: operation("DELETE /", {
      response: mailServerOut,
      permission: "settings:write",
      proved: "mail.server",
      summary: "Name no mail server: mails wait in the outbox",
      handle: ({ actor, client }) => removeMailServer(actor, client),
    }),
  },
);
