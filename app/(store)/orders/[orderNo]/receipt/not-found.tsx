import { ClientMessages } from "@/components/store/client-messages";
import { OpenReceipt } from "./_components/open-receipt";

/** For whom the server cannot know: a link of a mail carries its proof where only the browser reads it. */
export default function ReceiptNotFound() {
  return (
    <main id="content" tabIndex={-1} className="page min-h-dvh max-w-2xl pt-8 md:pt-12">
      <ClientMessages areas={["order"]}>
        <OpenReceipt />
      </ClientMessages>
    </main>
  );
}
