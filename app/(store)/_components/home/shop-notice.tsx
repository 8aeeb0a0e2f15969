import { headers } from "next/headers";
import { getTranslations } from "next-intl/server";
import { sha256Hex } from "@/lib/core/crypto";
import { ClosableNotice } from "./closable-notice";
import { closedNoticeKey } from "./closed-notice-key";

/**
 * The operator's announcement. The page is one for all visitors, so what this one closed is hidden by a script in the page,
 * before anything is drawn and nothing moves.
 */
export async function ShopNotice({ text }: { text: string }) {
  const [t, common, nonce] = await Promise.all([
    getTranslations("catalogue.home"),
    getTranslations("common"),
    headers().then((all) => all.get("x-nonce") ?? undefined),
  ]);
  const hash = sha256Hex(text).slice(0, 16);
  const script = `try{if(localStorage.getItem("${closedNoticeKey}")==="${hash}")document.getElementById("shop-notice").hidden=true}catch{}`;
  return (
    <>
      <ClosableNotice hash={hash} label={t("notice")} closeLabel={common("closeNotice")}>
        {text}
      </ClosableNotice>
      <script nonce={nonce} dangerouslySetInnerHTML={{ __html: script }} />
    </>
  );
}
