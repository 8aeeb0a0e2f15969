-- A payment that the gateway declined, that the buyer left, or that never reached the gateway. Its attempt is over; money that
-- arrives for it all the same is booked as before.
ALTER TYPE "payment_state" ADD VALUE 'failed';
ALTER TABLE "payments" ADD COLUMN "failure" TEXT;
