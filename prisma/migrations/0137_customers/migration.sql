-- compatible-from: 0071
-- AlterTable
ALTER TABLE "users" ADD COLUMN     "merged_into_id" INTEGER,
ADD COLUMN     "tags" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- AlterTable
ALTER TABLE "ledger_accounts" ADD COLUMN     "is_closed" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "guests" (
    "email" TEXT NOT NULL,
    "note" TEXT NOT NULL DEFAULT '',
    "tags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "guests_pkey" PRIMARY KEY ("email")
);

-- CreateIndex
CREATE INDEX "users_merged_into_id_idx" ON "users"("merged_into_id");

-- CreateIndex
CREATE INDEX "users_tags_idx" ON "users" USING GIN ("tags");

-- CreateIndex
CREATE INDEX "mails_recipient_id_idx" ON "mails"("recipient", "id" DESC);

-- AddForeignKey
ALTER TABLE "users" ADD CONSTRAINT "users_merged_into_id_fkey" FOREIGN KEY ("merged_into_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Nothing is given to an account that was merged into another one (lib/orders/customers/merge-customers.ts). Whoever had read the
-- old account before fails like after a deadlock: lib/db/transaction.ts begins the transaction again, which then reads the new one.
CREATE FUNCTION owner_is_not_merged() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  target integer;
BEGIN
  -- The lock waits for a merge that is under way.
  SELECT merged_into_id INTO target FROM users WHERE id = NEW.user_id FOR KEY SHARE;
  IF target IS NOT NULL THEN
    RAISE EXCEPTION 'user % was merged into user %', NEW.user_id, target USING ERRCODE = 'serialization_failure';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER orders_of_merged_users BEFORE INSERT OR UPDATE OF user_id ON orders
  FOR EACH ROW WHEN (NEW.user_id IS NOT NULL) EXECUTE FUNCTION owner_is_not_merged();
CREATE TRIGGER recharges_of_merged_users BEFORE INSERT ON recharges
  FOR EACH ROW EXECUTE FUNCTION owner_is_not_merged();

CREATE FUNCTION ledger_account_is_open() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'ledger account % is closed', OLD.id USING ERRCODE = 'serialization_failure';
END $$;

CREATE TRIGGER ledger_accounts_closed BEFORE UPDATE OF balance_cents ON ledger_accounts
  FOR EACH ROW WHEN (OLD.is_closed) EXECUTE FUNCTION ledger_account_is_open();

-- A merged account never opens again, and nothing merges into itself.
ALTER TABLE users ADD CONSTRAINT users_merged_is_disabled CHECK (merged_into_id IS NULL OR (status = 'disabled' AND merged_into_id <> id));
