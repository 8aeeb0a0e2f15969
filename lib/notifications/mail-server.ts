import { getConfig } from "../config/config";

/** Whether mails leave this shop at all. Without a mail server they wait in the outbox, and no page may promise one. */
export const hasMailServer = async (): Promise<boolean> => getConfig().mail.smtpUrl !== null;
