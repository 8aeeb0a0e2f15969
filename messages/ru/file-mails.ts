import type { MailWriters } from "@/lib/notifications/texts/mail-content";

export const fileMails: Pick<MailWriters, "order_new_version"> = {
  order_new_version: ({ orderNo, title, version, notes, url }) => ({
    subject: `${title}: версия ${version}`,
    heading: `${title}: вышла новая версия`,
    blocks: [
      {
        kind: "text",
        part: "lead",
        text: `Версия ${version} готова и уже доступна в вашем заказе ${orderNo}: по той же кнопке скачивается новая версия.`,
      },
      ...(notes ? [{ kind: "text", text: notes } as const] : []),
      { kind: "button", label: "Открыть заказ", url },
    ],
  }),
};
