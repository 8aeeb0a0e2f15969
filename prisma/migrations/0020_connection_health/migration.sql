-- What is paid at the main site waits for its goods; "held" is what an operator holds back.
ALTER TYPE "purchase_status" RENAME VALUE 'held' TO 'awaiting_goods';

-- AlterTable
ALTER TABLE "connections" ADD COLUMN     "failing_since" TIMESTAMPTZ(3),
ADD COLUMN     "last_good_at" TIMESTAMPTZ(3),
ADD COLUMN     "last_problem" TEXT;

-- Attempts that are under way: a handful, counted before each attempt.
CREATE INDEX callback_attempts_unfinished ON callback_attempts (created_at) WHERE http_status IS NULL AND error IS NULL;
