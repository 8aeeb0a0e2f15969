import { languages } from "../../../messages/languages";
import { readIn } from "../../../messages/parts";
import { directionOf, type Locale, languageTag } from "../../core/locale";
import { rule, textOfUnits } from "../../core/units-text";
import type { MailData, MailKind } from "../mail-data";
import { type OwnText, withOwnText } from "./fill-text";
import type { MailBlock, MailContent, MailShop } from "./mail-content";
import { withReadAmounts } from "./write-mail-amounts";

export interface DrawnMail {
  subject: string;
  text: string;
  html: string;
}

const escapes: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character] ?? character);
const lines = (text: string) => escapeHtml(text).replace(/\r?\n/g, "<br>");

function blockText(block: MailBlock): string {
  switch (block.kind) {
    case "text":
    case "small":
      return block.text;
    case "quote":
      return block.text.replace(/^/gm, "> ");
    case "code":
      return `    ${block.code}`;
    case "facts":
      return block.rows.map(([label, value]) => `${label}: ${value}`).join("\n");
    case "secrets": {
      const after = block.instructions ? `\n${block.instructions}` : "";
      return `${block.title}\n${rule}\n${textOfUnits(block.secrets)}\n${rule}${after}`;
    }
    case "button":
    case "link":
      return `${block.label}:\n${block.url}`;
  }
}

const ink = "#16211d";
const faint = "#56645d";
const line = "#d9e1dc";
const box = "#f5f7f4";
/** The shop's own green (app/globals.css); mails know no variables. */
const accent = "#12594a";
/** Programs that know dark colours read these classes; all others see the colours in the attributes. */
const darkStyle = `@media (prefers-color-scheme:dark){.page{background:#0f1513!important}.card{background:#171e1b!important}.ink{color:#e9eeeb!important}.faint{color:#9fada6!important}.accent{color:#7cd3b6!important}.box{background:#1f2824!important;border-color:#33403a!important}.line{border-color:#33403a!important}.button{background:#7cd3b6!important;color:#0f1513!important}}`;
const mono = "ui-monospace,SFMono-Regular,Menlo,Consolas,monospace";

function blockHtml(block: MailBlock): string {
  switch (block.kind) {
    case "text":
      return `<p class="ink" style="margin:0 0 16px;font-size:16px;line-height:1.55;color:${ink}">${lines(block.text)}</p>`;
    case "small":
      return `<p class="faint" style="margin:0 0 12px;font-size:13px;line-height:1.5;color:${faint}">${lines(block.text)}</p>`;
    case "quote":
      return `<blockquote class="ink line" style="margin:0 0 20px;padding:2px 0 2px 16px;border-left:3px solid ${line};font-size:16px;line-height:1.55;color:${ink}">${lines(block.text)}</blockquote>`;
    case "code":
      return `<p class="ink box" style="margin:0 0 20px;padding:16px;border:1px solid ${line};border-radius:10px;background:${box};text-align:center;font:600 32px/1 ${mono};letter-spacing:8px;color:${ink}">${escapeHtml(block.code)}</p>`;
    case "facts": {
      const rows = block.rows
        .map(
          ([label, value]) =>
            `<tr><td class="faint" style="padding:6px 16px 6px 0;color:${faint};vertical-align:top;white-space:nowrap">${escapeHtml(label)}</td><td class="ink" style="padding:6px 0;color:${ink};word-break:break-word">${lines(value)}</td></tr>`,
        )
        .join("");
      return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 16px;font-size:15px;line-height:1.45">${rows}</table>`;
    }
    case "secrets": {
      const secrets = block.secrets
        .map(
          (secret) =>
            `<div class="ink line" style="padding:12px 14px;border-bottom:1px solid ${line};font:500 16px/1.5 ${mono};color:${ink};word-break:break-all;white-space:pre-wrap">${escapeHtml(secret)}</div>`,
        )
        .join("");
      const instructions = block.instructions
        ? `<div class="faint" style="padding:12px 14px;font-size:14px;line-height:1.5;color:${faint}">${lines(block.instructions)}</div>`
        : "";
      return `<p class="ink" style="margin:0 0 8px;font-size:15px;font-weight:600;color:${ink}">${escapeHtml(block.title)}</p><div class="box" style="margin:0 0 20px;border:1px solid ${line};border-bottom-width:${instructions ? 1 : 0}px;border-radius:10px;background:${box};overflow:hidden">${secrets}${instructions}</div>`;
    }
    case "button":
      return `<p style="margin:0 0 20px"><a class="button" href="${escapeHtml(block.url)}" style="display:inline-block;padding:12px 22px;border-radius:8px;background:${accent};color:#ffffff;font-size:16px;font-weight:600;text-decoration:none">${escapeHtml(block.label)}</a></p>`;
    case "link":
      return `<p style="margin:0 0 12px;font-size:13px;line-height:1.5"><a class="accent" href="${escapeHtml(block.url)}" style="color:${accent}">${escapeHtml(block.label)}</a></p>`;
  }
}

/** A contact is whatever the operator typed; only an address of mail or web becomes a link. */
function contactHtml(contact: string): string {
  const text = escapeHtml(contact);
  const href = /^https?:\/\/\S+$/i.test(contact)
    ? text
    : /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(contact)
      ? `mailto:${text}`
      : null;
  return href ? `<a class="accent" href="${href}" style="color:${accent}">${text}</a>` : text;
}

/** Fonts whose characters are drawn as the readers of a language write them. */
const hanFonts: Partial<Record<Locale, string>> = {
  "zh-hant": "'PingFang TC','Microsoft JhengHei'",
  ja: "'Hiragino Sans','Yu Gothic UI'",
};

function page(content: MailContent, shop: MailShop, footer: string, locale: Locale): string {
  const han = hanFonts[locale] ?? "'PingFang SC','Microsoft YaHei'";
  const font = `-apple-system,'Segoe UI',Roboto,${han},sans-serif`;
  const logo = shop.logoUrl
    ? `<img src="${escapeHtml(shop.logoUrl)}" width="28" height="28" alt="" style="vertical-align:middle;margin-right:10px;border:0">`
    : "";
  const direction = directionOf(languageTag[locale]);
  const contact = shop.contact ? `<br>${contactHtml(shop.contact)}` : "";
  return `<!doctype html>
<html lang="${languageTag[locale]}"${direction ? ` dir="${direction}"` : ""}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(content.subject)}</title><style>${darkStyle}</style></head>
<body class="page" style="margin:0;background:#eaefec;font-family:${font}">
<table class="page" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#eaefec"><tr><td align="center" style="padding:24px 12px">
<table class="card" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border-radius:14px">
<tr><td class="accent" style="padding:24px 28px 0;font-size:15px;font-weight:600;color:${accent}">${logo}${escapeHtml(shop.name)}</td></tr>
<tr><td style="padding:12px 28px 16px"><h1 class="ink" style="margin:0 0 16px;font-size:22px;line-height:1.3;color:${ink}">${escapeHtml(content.heading)}</h1>
${content.blocks.map(blockHtml).join("\n")}</td></tr></table>
<p class="faint" style="max-width:560px;margin:16px auto 0;font-size:12px;line-height:1.5;color:${faint}">${escapeHtml(footer)}${contact}</p>
</td></tr></table></body></html>`;
}

/** Kinds whose reader is not the one who bought. */
const readers: Partial<Record<MailKind, "recipient" | "operator">> = {
  gift: "recipient",
  operator: "operator",
};

/** Both parts of one mail, from the same content, so that neither can say less than the other. */
export function drawMail<K extends MailKind>(
  kind: K,
  data: MailData[K],
  { locale, shop, own }: { locale: Locale; shop: MailShop; own?: OwnText },
): DrawnMail {
  const { mails, mailFooters } = languages[locale];
  const standard = mails[kind](withReadAmounts(data), shop);
  const content = own ? withOwnText(standard, own) : standard;
  const footer = mailFooters[readers[kind] ?? "buyer"](shop.name);
  const sender = [shop.name, ...(shop.contact ? [shop.contact] : []), footer].join("\n");
  const text = [content.heading, ...content.blocks.map(blockText), `-- \n${sender}`].join("\n\n");
  return {
    // A subject is one header line whatever an order or a shop is called.
    subject: content.subject.replace(/\s+/g, " ").trim().slice(0, 200),
    text: `${text}\n`,
    // A text that the operator wrote for this language is in it, whatever stands around it.
    html: page(content, shop, footer, own ? locale : readIn(locale, "mails")),
  };
}
