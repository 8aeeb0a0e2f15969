-- CreateTable
CREATE TABLE "audit_heads" (
    "id" INTEGER NOT NULL,
    "signed_from" INTEGER NOT NULL,
    "count" INTEGER NOT NULL,
    "last_id" INTEGER NOT NULL,
    "last_hash" BYTEA NOT NULL,
    "mac" BYTEA NOT NULL,

    CONSTRAINT "audit_heads_pkey" PRIMARY KEY ("id")
);

ALTER TABLE audit_heads ADD CONSTRAINT audit_heads_one_check CHECK (id = 1);

-- Row triggers do not see TRUNCATE.
CREATE TRIGGER audit_logs_not_emptied BEFORE TRUNCATE ON audit_logs
  FOR EACH STATEMENT EXECUTE FUNCTION audit_is_append_only();
CREATE TRIGGER ledger_entries_not_emptied BEFORE TRUNCATE ON ledger_entries
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
CREATE TRIGGER ledger_transfers_not_emptied BEFORE TRUNCATE ON ledger_transfers
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
