/** The checkout's port for buying upstream items: lib/interconnect implements it, and the route passes it in. */
export interface UpstreamSource {
  /**
   * Reserves the order's upstream items at their main sites, over the network and outside any transaction.
   * @throws AppError `insufficient_stock` when a main site is short; anything else is healed by jobs after payment.
   */
  place(orderId: number): Promise<void>;
}
