import type { MailWriters } from "@/lib/notifications/texts/mail-content";

export const fileMails: Pick<MailWriters, "order_new_version"> = {
  order_new_version: ({ orderNo, title, version, notes, url }) => ({
    subject: `${title}：版本 ${version}`,
    heading: `${title} 有新版本`,
    blocks: [
      {
        kind: "text",
        part: "lead",
        text: `版本 ${version} 已發布。您的訂單 ${orderNo} 已更新，按原來的下載按鈕即可取得新版本。`,
      },
      ...(notes ? [{ kind: "text", text: notes } as const] : []),
      { kind: "button", label: "開啟訂單", url },
    ],
  }),
};
