import { test } from "vitest";
import { closeMailTransport } from "@/lib/notifications/mails/mail-transport";
import { startMailServer } from "../fakes/mail-server";
import { overrideConfig } from "./test-config";

/** `it` for tests of a shop with a mail server: `smtp` runs for the whole file and has received nothing before each test. */
export const it = test
  .extend("runningServer", { scope: "file" }, async ({}, { onCleanup }) => {
    const server = await startMailServer();
    onCleanup(() => server.stop());
    return server;
  })
  // For the tests that do not look at the server, too.
  .extend("smtp", { auto: true }, ({ runningServer }, { onCleanup }) => {
    runningServer.mails.length = 0;
    runningServer.state.refuse = false;
    overrideConfig({ "mail.smtpUrl": runningServer.url, "mail.from": "Shop <shop@keyshelf.example>" });
    onCleanup(closeMailTransport);
    return runningServer;
  });
