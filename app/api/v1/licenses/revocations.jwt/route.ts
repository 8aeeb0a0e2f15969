import { endpoint, route } from "@/lib/http/route";
import { signRevocationList } from "@/lib/licenses/sign-license-file";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      name: "getRevocationList",
      auth: "none",
      limit: "license",
      summary: "The ids of revoked licenses, as a signed list (a compact JWS)",
      produces: "application/jwt",
      response: "raw",
    },
    async () =>
      new Response(await signRevocationList(), {
        headers: { "Content-Type": "application/jwt", "Cache-Control": "public, max-age=60" },
      }),
  ),
});
