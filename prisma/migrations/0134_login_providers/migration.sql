-- compatible-from: 0071
-- AlterTable
ALTER TABLE "login_challenges" ADD COLUMN     "via" TEXT;

-- AlterTable
ALTER TABLE "login_logs" ADD COLUMN     "via" TEXT;

-- CreateTable
CREATE TABLE "login_providers" (
    "id" SERIAL NOT NULL,
    "key" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "translations" JSONB NOT NULL DEFAULT '{}',
    "issuer" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "secret_sealed" BYTEA NOT NULL,
    "scopes" TEXT NOT NULL,
    "icon" TEXT,
    "is_enabled" BOOLEAN NOT NULL DEFAULT false,
    "sort_order" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "login_providers_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "linked_identities" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "provider_id" INTEGER NOT NULL,
    "issuer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "label" TEXT NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "linked_identities_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "introductions" (
    "token_hash" BYTEA NOT NULL,
    "provider_id" INTEGER NOT NULL,
    "issuer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "label" TEXT NOT NULL,
    "email" TEXT,
    "is_proven" BOOLEAN NOT NULL,
    "nickname" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "introductions_pkey" PRIMARY KEY ("token_hash")
);

-- CreateIndex
CREATE UNIQUE INDEX "login_providers_key_key" ON "login_providers"("key");

-- CreateIndex
CREATE INDEX "linked_identities_user_id_id_idx" ON "linked_identities"("user_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "linked_identities_provider_id_issuer_subject_key" ON "linked_identities"("provider_id", "issuer", "subject");

-- CreateIndex
CREATE INDEX "introductions_provider_id_idx" ON "introductions"("provider_id");

-- CreateIndex
CREATE INDEX "introductions_expires_at_idx" ON "introductions"("expires_at");

-- AddForeignKey
ALTER TABLE "linked_identities" ADD CONSTRAINT "linked_identities_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "linked_identities" ADD CONSTRAINT "linked_identities_provider_id_fkey" FOREIGN KEY ("provider_id") REFERENCES "login_providers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "introductions" ADD CONSTRAINT "introductions_provider_id_fkey" FOREIGN KEY ("provider_id") REFERENCES "login_providers"("id") ON DELETE CASCADE ON UPDATE CASCADE;
