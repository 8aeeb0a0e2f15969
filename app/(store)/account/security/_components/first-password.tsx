import { getTranslations } from "next-intl/server";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { getCaptcha, getShopMail } from "../../../shop";
import { getViewer } from "../../../viewer";
import { FirstPasswordForm } from "./first-password-form";

/** For whoever came by a log-in provider: a mailed code stands in for the old password. */
export async function FirstPassword() {
  const [t, viewer, captcha, mail] = await Promise.all([
    getTranslations("account.security"),
    getViewer(),
    getCaptcha("forgot"),
    getShopMail(),
  ]);
  if (!viewer) return null;
  return (
    <Card>
      <CardHeader title={t("passwordTitle")} description={t("firstText", { email: viewer.email })} />
      <CardBody>
        <FirstPasswordForm email={viewer.email} captcha={captcha} mail={mail} />
      </CardBody>
    </Card>
  );
}
