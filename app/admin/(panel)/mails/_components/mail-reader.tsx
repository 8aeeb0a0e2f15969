"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useAdminError } from "@/components/admin/form/use-admin-error";
import { api } from "@/components/api/client";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import { toast } from "@/components/ui/toast";

type Letter = { text: string; html: string };

/** Opens one mail; it may hold keys, so that it was read is noted. The HTML stands in a frame without script. */
export function MailReader({ id, subject }: { id: number; subject: string }) {
  const t = useTranslations("admin-system.mails");
  const errorText = useAdminError();
  const [pending, setPending] = useState(false);
  const [letter, setLetter] = useState<Letter | null>(null);

  async function read() {
    setPending(true);
    try {
      setLetter(await api<Letter>(`/admin/mails/${id}`));
    } catch (problem) {
      toast.error(errorText(problem));
    } finally {
      setPending(false);
    }
  }

  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        loading={pending}
        aria-haspopup="dialog"
        title={t("readNote")}
        onClick={read}
      >
        {t("read")}
      </Button>
      <Dialog open={letter !== null} onOpenChange={(open) => (open ? null : setLetter(null))}>
        <DialogContent title={subject} size="lg">
          <Tabs defaultValue="html">
            <TabsList aria-label={subject}>
              <TabsTrigger value="html">{t("html")}</TabsTrigger>
              <TabsTrigger value="text">{t("text")}</TabsTrigger>
            </TabsList>
            <TabsContent value="html">
              <iframe
                title={t("html")}
                sandbox=""
                srcDoc={letter?.html ?? ""}
                className="h-[60vh] w-full rounded-md border border-line bg-white"
              />
            </TabsContent>
            <TabsContent value="text">
              <pre className="max-h-[60vh] overflow-auto whitespace-pre-wrap rounded-md bg-sunken p-4 font-mono text-sm">
                {letter?.text}
              </pre>
            </TabsContent>
          </Tabs>
        </DialogContent>
      </Dialog>
    </>
  );
}
