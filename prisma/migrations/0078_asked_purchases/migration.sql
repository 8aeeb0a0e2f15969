-- compatible-from: 0042
-- Each minute ends the alerts whose purchase asks nothing any more; few of all that were ever made do.
CREATE INDEX "purchases_question_idx" ON "purchases"("downstream_order_no") WHERE "question" IS NOT NULL;
