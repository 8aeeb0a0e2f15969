import type { MailWriters } from "@/lib/notifications/texts/mail-content";

export const fileMails: Pick<MailWriters, "order_new_version"> = {
  order_new_version: ({ orderNo, title, version, notes, url }) => ({
    subject: `${title}: version ${version}`,
    heading: `${title} has a new version`,
    blocks: [
      {
        kind: "text",
        part: "lead",
        text: `Version ${version} is ready. Your order ${orderNo} has it now: the same download gives the new version.`,
      },
      ...(notes ? [{ kind: "text", text: notes } as const] : []),
      { kind: "button", label: "Open the order", url },
    ],
  }),
};
