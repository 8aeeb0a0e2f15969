/** Whether this process answers at all: a service manager restarts it when it does not. */
export const GET = (): Response => Response.json({ status: "ok" });
