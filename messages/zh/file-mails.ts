import type { MailWriters } from "@/lib/notifications/texts/mail-content";

export const fileMails: Pick<MailWriters, "order_new_version"> = {
  order_new_version: ({ orderNo, title, version, notes, url }) => ({
    subject: `${title}：版本 ${version}`,
    heading: `${title} 有新版本`,
    blocks: [
      {
        kind: "text",
        part: "lead",
        text: `版本 ${version} 已发布。您的订单 ${orderNo} 已同步更新，按原来的方式下载即为新版本。`,
      },
      ...(notes ? [{ kind: "text", text: notes } as const] : []),
      { kind: "button", label: "打开订单", url },
    ],
  }),
};
