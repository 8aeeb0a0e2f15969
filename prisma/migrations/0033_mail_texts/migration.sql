-- CreateTable
CREATE TABLE "mail_texts" (
    "kind" TEXT NOT NULL,
    "locale" TEXT NOT NULL,
    "subject" TEXT,
    "heading" TEXT,
    "lead" TEXT,
    "closing" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "mail_texts_pkey" PRIMARY KEY ("kind","locale")
);
