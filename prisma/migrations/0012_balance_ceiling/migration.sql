-- A balance has at most 12 digits before the point, as every amount on the wire. Rows of before are not read again.
ALTER TABLE ledger_accounts
  ADD CONSTRAINT ledger_accounts_ceiling_check
  CHECK (user_id IS NULL AND site_id IS NULL OR balance_cents <= 99999999999999) NOT VALID;
