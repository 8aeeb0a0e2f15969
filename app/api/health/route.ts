/** Liveness for load balancers; also the benchmark's measure of a bare route handler. */
export const GET = (): Response => Response.json({ status: "ok" });
