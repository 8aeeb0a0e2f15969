import type { MailWriters } from "@/lib/notifications/texts/mail-content";

export const fileMails: Pick<MailWriters, "order_new_version"> = {
  order_new_version: ({ orderNo, title, version, notes, url }) => ({
    subject: `${title}：バージョン ${version}`,
    heading: `${title} の新しいバージョン`,
    blocks: [
      {
        kind: "text",
        part: "lead",
        text: `バージョン ${version} をご用意しました。ご注文 ${orderNo} のダウンロードは、すでに新しいバージョンになっています。`,
      },
      ...(notes ? [{ kind: "text", text: notes } as const] : []),
      { kind: "button", label: "ご注文を開く", url },
    ],
  }),
};
