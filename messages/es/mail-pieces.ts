import type { MailData, MailLine, MailReceipt, SecurityEvent } from "@/lib/notifications/mail-data";
import type { MailBlock } from "@/lib/notifications/texts/mail-content";

export const name = ({ title, skuName, quantity }: MailLine) =>
  `${title}${skuName ? ` · ${skuName}` : ""}${quantity > 1 ? ` × ${quantity}` : ""}`;

export const when = (at: Date, timeZone: string) =>
  `${new Intl.DateTimeFormat("es", { dateStyle: "medium", timeStyle: "short", timeZone }).format(at)} ${timeZone}`;

export const codeLead: Record<MailData["code"]["purpose"], string> = {
  register: "Escribe este código para crear tu cuenta.",
  reset: "Escribe este código para elegir una contraseña nueva.",
  change_email: "Escribe este código para usar este correo en tu cuenta.",
};

export const refundWay: Record<MailData["order_refunded"]["method"], string> = {
  wallet: "El importe está otra vez en tu saldo de la tienda.",
  gateway:
    "El importe vuelve por la misma vía por la que pagaste. Según el servicio de pago, puede tardar unos días.",
  deposit: "El importe está otra vez en tu depósito.",
  manual: "La tienda te devuelve el importe y quizá te escriba al respecto.",
};

export const security: Record<SecurityEvent, { subject: string; text: string }> = {
  password_changed: {
    subject: "Tu contraseña ha cambiado",
    text: "La contraseña de tu cuenta ha cambiado y la sesión se cerró en todos los demás dispositivos.",
  },
  new_device: {
    subject: "Nuevo inicio de sesión en tu cuenta",
    text: "Tu cuenta se acaba de usar desde un dispositivo o una red que no habíamos visto antes.",
  },
  email_changed: {
    subject: "El correo de tu cuenta ha cambiado",
    text: "Tu cuenta usa ahora otro correo. Con este ya no se puede iniciar sesión.",
  },
  totp_enabled: {
    subject: "La verificación en dos pasos está activada",
    text: "A partir de ahora tu cuenta pide un código de tu app de autenticación.",
  },
  totp_disabled: {
    subject: "La verificación en dos pasos está desactivada",
    text: "Tu cuenta ya no pide un código de una app de autenticación.",
  },
  passkey_added: {
    subject: "Se añadió una llave de acceso a tu cuenta",
    text: "A partir de ahora esta llave de acceso abre tu cuenta, sin contraseña ni código. ¿No fuiste tú? Elimínala y cambia tu contraseña.",
  },
  passkey_removed: {
    subject: "Se eliminó una llave de acceso de tu cuenta",
    text: "Esta llave de acceso ya no abre tu cuenta.",
  },
  identity_linked: {
    subject: "Se vinculó un acceso a tu cuenta",
    text: "A partir de ahora un proveedor de inicio de sesión abre tu cuenta en lugar de la contraseña. ¿No fuiste tú? Desvincúlalo en Seguridad y cambia tu contraseña.",
  },
  identity_unlinked: {
    subject: "Se desvinculó un acceso de tu cuenta",
    text: "Este proveedor de inicio de sesión ya no abre tu cuenta.",
  },
  password_reset: {
    subject: "La tienda creó una contraseña nueva para tu cuenta",
    text: "Tu contraseña anterior ya no abre tu cuenta y todas sus sesiones se han cerrado. La tienda te da la nueva: cámbiala después de iniciar sesión.",
  },
  totp_reset: {
    subject: "La tienda desactivó tu verificación en dos pasos",
    text: "Tu cuenta pide solo la contraseña hasta que vuelvas a activar la verificación en dos pasos. Todas sus sesiones se han cerrado.",
  },
  passkeys_reset: {
    subject: "La tienda eliminó tus llaves de acceso",
    text: "Ya no abren tu cuenta: inicia sesión con tu contraseña. Todas sus sesiones se han cerrado.",
  },
  identities_reset: {
    subject: "La tienda desvinculó tus accesos",
    text: "Ningún proveedor de inicio de sesión abre ya tu cuenta: usa tu contraseña o elige una con «¿Olvidaste tu contraseña?». Todas sus sesiones se han cerrado.",
  },
  account_merged: {
    subject: "La tienda unió tu cuenta con otra tuya",
    text: "Los pedidos, los productos y el saldo de esta cuenta están ahora en tu otra cuenta. Esta queda cerrada: entra con la otra. ¿No lo pediste tú? Escribe a la tienda.",
  },
  account_joined: {
    subject: "La tienda unió otra cuenta con la tuya",
    text: "Sus pedidos, sus productos y su saldo están ahora en esta cuenta. ¿No lo pediste tú? Escribe a la tienda.",
  },
};

export const secretBlocks = (lines: MailData["order_delivered"]["lines"]): MailBlock[] =>
  lines
    .filter((line) => line.secrets.length > 0)
    .map((line) => ({
      kind: "secrets",
      title: name(line),
      secrets: line.secrets,
      instructions: line.instructions,
    }));

const reductionName = ({ kind, name }: MailReceipt["reductions"][number]) =>
  ({
    member: `Precio ${name ?? ""}`,
    quantity: "Precio por cantidad",
    coupon: `Cupón ${name ?? ""}`,
  })[kind];

export const receiptBlock = (
  { orderNo, currency, originalAmount, reductions, amount }: MailReceipt,
  lines: readonly MailLine[],
  isPaid = true,
): MailBlock => ({
  kind: "facts",
  rows: [
    ["Pedido", orderNo],
    ...lines.map((line) => ["Producto", name(line)] as const),
    ...(reductions.length > 0 ? [["Antes de descuentos", `${originalAmount} ${currency}`] as const] : []),
    ...reductions.map((each) => [reductionName(each), `−${each.amount} ${currency}`] as const),
    [isPaid ? "Pagado" : "A pagar", `${amount} ${currency}`],
  ],
});
