import type { MailBlock, MailWriters } from "@/lib/notifications/texts/mail-content";
import type { MailNames } from "../language";
import { endingMails } from "./ending-mails";
import { fileMails } from "./file-mails";
import { giftName, goodsMails } from "./goods-mails";
import { codeLead, name, receiptBlock, refundWay, security, when } from "./mail-pieces";

export const mails: MailWriters = {
  code: ({ purpose, code, minutes, hasAccount }, shop) => ({
    subject: `${shop.name} の認証コード`,
    heading: "認証コード",
    blocks: [
      { kind: "text", part: "lead", text: codeLead[purpose] },
      { kind: "code", code },
      {
        kind: "text",
        text: `${minutes} 分間有効で、1回だけ使えます。だれにも教えないでください。ショップからお尋ねすることはありません。`,
      },
      ...(purpose === "register" && hasAccount
        ? [
            {
              kind: "text" as const,
              text: "このアドレスのアカウントはすでにあります。パスワードをお忘れの場合は、ログインページの「パスワードをお忘れですか？」をお選びください。",
            },
          ]
        : []),
      { kind: "small", part: "closing", text: "お心当たりのない場合は、このメールを無視してください。" },
    ],
  }),
  order_paid: ({ receipt, lines, isByHand, url }, shop) => ({
    subject: `お支払いを確認しました：ご注文 ${receipt.orderNo}`,
    heading: "お支払いありがとうございます",
    blocks: [
      {
        kind: "text",
        part: "lead",
        text: isByHand
          ? "担当者がご注文を準備しています。完了しましたら、改めてメールでお知らせします。"
          : "ご注文を準備しています。完了しましたら、改めてメールでお知らせします。",
      },
      receiptBlock(receipt, lines),
      { kind: "button", label: "ご注文を見る", url },
      {
        kind: "small",
        part: "closing",
        text: `このメールは保管してください。リンクから、いつでも ${shop.name} のご注文を開けます。`,
      },
    ],
  }),
  order_open: ({ receipt, lines, until, url }) => ({
    subject: `ご注文 ${receipt.orderNo} はお支払い待ちです`,
    heading: "商品をお取り置きしています",
    blocks: [
      {
        kind: "text",
        part: "lead",
        text: `商品は ${until} までお取り置きし、ご入金を確認でき次第お届けします。お支払い済みの場合やご不要になった場合、お手続きは不要です。`,
      },
      receiptBlock(receipt, lines, false),
      { kind: "button", label: "支払う・ご注文を見る", url },
    ],
  }),
  ...goodsMails,
  ...fileMails,
  ...endingMails,
  order_failed: ({ receipt, lines, url }) => ({
    subject: `ご注文 ${receipt.orderNo} について`,
    heading: "ご注文をまだお届けできていません",
    blocks: [
      {
        kind: "text",
        part: "lead",
        text: "お支払いは確認できましたが、すぐにお届けできませんでした。ショップに連絡済みです。商品をお届けするか、返金いたします。",
      },
      receiptBlock(receipt, lines),
      { kind: "button", label: "ご注文を見る", url },
    ],
  }),
  order_refunded: ({ orderNo, amount, currency, method, reason, url, receiptUrl }) => ({
    subject: `ご注文 ${orderNo} の返金`,
    heading: "返金のお知らせ",
    blocks: [
      { kind: "text", part: "lead", text: refundWay[method] },
      {
        kind: "facts",
        rows: [
          ["注文", orderNo],
          ["返金額", `${amount} ${currency}`],
          ...(reason ? [["理由", reason] as const] : []),
        ],
      },
      { kind: "button", label: "ご注文を見る", url },
      { kind: "link", label: "領収書と返金明細書", url: receiptUrl },
    ],
  }),
  order_answer: ({ orderNo, text, url }, shop) => ({
    subject: `ご注文 ${orderNo} について`,
    heading: `${shop.name} からのご連絡`,
    blocks: [
      { kind: "text", text },
      { kind: "button", label: "ご注文を見る", url },
      {
        kind: "small",
        part: "closing",
        text: `ご注文 ${orderNo}。まだ問題がある場合は、注文ページからご報告ください。`,
      },
    ],
  }),
  stock_back: ({ title, skuName, url, endUrl }, shop) => ({
    subject: `再入荷：${name({ title, skuName, quantity: 1 })}`,
    heading: "再入荷しました",
    blocks: [
      {
        kind: "text",
        part: "lead",
        text: `${name({ title, skuName, quantity: 1 })} が再入荷しました。お取り置きはしていません。ご登録の順に皆様へお知らせしています。`,
      },
      { kind: "button", label: "ショップで見る", url },
      {
        kind: "small",
        part: "closing",
        text: `${shop.name} でこのアドレスあての通知が登録されたため、1回だけお送りしています。`,
      },
      { kind: "link", label: "このアドレスへの再入荷メールを停止", url: endUrl },
    ],
  }),
  stock_confirm: ({ title, skuName, url, endUrl }, shop) => ({
    subject: `アドレスの確認：${name({ title, skuName, quantity: 1 })}`,
    heading: "再入荷通知の登録確認",
    blocks: [
      {
        kind: "text",
        part: "lead",
        text: `${name({ title, skuName, quantity: 1 })} の再入荷通知が、このアドレスで登録されました。ご本人の場合は確認してください。再入荷したときに、メールを1通お送りします。`,
      },
      { kind: "button", label: "はい、受け取ります", url },
      {
        kind: "small",
        part: "closing",
        text: `お心当たりのない場合は、このメールを無視してください。下のリンクを使うと、${shop.name} から再入荷メールは届かなくなります。`,
      },
      { kind: "link", label: "今後、再入荷メールを受け取らない", url: endUrl },
    ],
  }),
  guest_recovery: ({ orders }, shop) => ({
    subject: `${shop.name} でのご注文`,
    heading: "ご注文のリンク",
    blocks: [
      {
        kind: "text",
        part: "lead",
        text: "ご依頼の、ご注文のリンクをお送りします。リンクを持っている人はだれでもそのご注文を見られます。",
      },
      ...orders.flatMap((order): MailBlock[] => [
        {
          kind: "facts",
          rows: [
            ["注文", order.orderNo],
            ["商品", order.title],
            ["日付", when(order.createdAt, shop.timeZone)],
          ],
        },
        { kind: "button", label: "このご注文を開く", url: order.url },
      ]),
      { kind: "small", part: "closing", text: "お心当たりのない場合は、このメールを無視してください。" },
    ],
  }),
  operator: ({ title, rows, url }) => ({
    subject: title,
    heading: title,
    blocks: [
      ...(rows.length > 0 ? [{ kind: "facts" as const, rows }] : []),
      { kind: "button", label: "管理画面で開く", url },
    ],
  }),
  security: ({ event, at, ip, device, url }, shop) => ({
    subject: security[event].subject,
    heading: security[event].subject,
    blocks: [
      { kind: "text", part: "lead", text: security[event].text },
      {
        kind: "facts",
        rows: [
          ["日時", when(at, shop.timeZone)],
          ...(ip === null ? [] : [["IP アドレス", ip] as const, ["デバイス", device ?? "不明"] as const]),
        ],
      },
      {
        kind: "text",
        text:
          ip === null
            ? "ショップに依頼していない場合は、すぐにショップにご連絡ください。"
            : "ご本人の場合、お手続きは不要です。お心当たりのない場合は、すぐに新しいパスワードを設定し、すべてのデバイスをログアウトしてください。",
      },
      { kind: "button", label: "アカウントを確認", url },
    ],
  }),
};

export const mailFooters = {
  buyer: (shop: string) =>
    `${shop} をご利用いただいたため、このメールをお送りしています。広告は含まれていません。`,
  recipient: (shop: string) =>
    `${shop} で贈り物を受け取られたため、このメールをお送りしています。広告は含まれていません。`,
  operator: (shop: string) => `このアドレスは ${shop} の運営者向け通知の送信先に設定されています。`,
};

export const mailNames: MailNames = {
  code: {
    name: "認証コード",
    when: "登録、パスワードの再設定、アドレスの変更のとき",
  },
  order_paid: {
    name: "お支払いの確認",
    when: "商品をすぐにお届けできないとき",
    inHistory: "お支払いの確認",
  },
  order_delivered: {
    name: "お届け",
    when: "キーとともに",
    inHistory: "お届け",
  },
  order_secret_changed: {
    name: "内容の交換",
    when: "スタッフがお届け済みの内容を交換したとき",
    inHistory: "内容の交換",
  },
  order_new_version: {
    name: "ファイルの新しいバージョン",
    when: "スタッフが購入者に新しいバージョンを知らせるとき",
    inHistory: "新しいバージョン",
  },
  order_ending: {
    name: "終了前のお知らせ",
    when: "購入したライセンスや閲覧がまもなく終了するとき（設定を参照）",
    inHistory: "まもなく終了",
  },
  order_open: {
    name: "お支払い待ち",
    when: "設定が有効で、注文から5分たっても支払われていないとき",
    inHistory: "お支払い待ち",
  },
  order_failed: {
    name: "お届けの遅れ",
    when: "支払い済みの商品をすぐにお届けできないとき",
    inHistory: "お届けの遅れ",
  },
  order_refunded: {
    name: "返金",
    when: "返金したとき",
    inHistory: "返金",
  },
  gift: giftName,
  order_answer: {
    name: "問題への返信",
    when: "スタッフが注文について連絡するとき",
    inHistory: "購入者への返信",
  },
  stock_back: {
    name: "再入荷",
    when: "売り切れの種類が再び購入できるようになったとき、通知の登録者に",
  },
  stock_confirm: {
    name: "再入荷通知のアドレス確認",
    when: "再入荷通知が登録されたとき、最初にそのアドレスに",
  },
  guest_recovery: {
    name: "注文のリンク",
    when: "ゲストが注文のリンクを求めたとき",
  },
  security: {
    name: "アカウントの変更",
    when: "パスワード、アドレス、2段階認証が変わったとき、または新しいデバイスでログインしたとき",
  },
  operator: {
    name: "運営者へのお知らせ",
    when: "通知先がメールで知らせる出来事があったとき",
  },
};
