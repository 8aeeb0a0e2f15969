-- AlterEnum
ALTER TYPE "ledger_account_kind" ADD VALUE 'site_account' BEFORE 'shop_revenue';

-- AlterEnum
ALTER TYPE "ledger_type" ADD VALUE 'site_statement';
ALTER TYPE "ledger_type" ADD VALUE 'site_settlement';
