-- compatible-from: 0042
-- Disputes rest on the time line of an order: like the ledger and the audit log, it only grows.
CREATE FUNCTION order_events_are_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the time line of an order is append-only: % is refused', TG_OP USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER order_events_append_only BEFORE UPDATE OR DELETE ON order_events
  FOR EACH STATEMENT EXECUTE FUNCTION order_events_are_append_only();
CREATE TRIGGER order_events_not_emptied BEFORE TRUNCATE ON order_events
  FOR EACH STATEMENT EXECUTE FUNCTION order_events_are_append_only();
