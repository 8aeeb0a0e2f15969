import type { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { newUuid } from "@/lib/core/ids";
import { withLogContext } from "@/lib/core/log";
import { readClient } from "@/lib/http/client-info";
import { isSameOrigin } from "@/lib/http/session";
import { authOptions } from "./options";

interface Context {
  params: Promise<{ nextauth: string[] }>;
}

/** `/callback/staff` speaks for staff, everything else for shoppers: staff log out at /api/v1/admin/session. */
async function handler(request: NextRequest, context: Context): Promise<Response> {
  if (!isSameOrigin(request))
    return new Response("This call must come from the shop's own pages", { status: 403 });
  const { nextauth } = await context.params;
  const requestId = newUuid();
  const options = authOptions(
    nextauth[1] === "staff" ? "admin" : "user",
    readClient(request.headers, requestId),
  );
  return withLogContext({ request_id: requestId }, () => NextAuth(request, context, options));
}

export { handler as GET, handler as POST };
