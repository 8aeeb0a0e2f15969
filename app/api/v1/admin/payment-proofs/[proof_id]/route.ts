import { privatePicture } from "@/lib/http/download";
import { endpoint, route } from "@/lib/http/route";
import { readProof } from "@/lib/payments/confirmations/read-proof";
import { proofParams } from "@/lib/payments/confirmations/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "money:read",
      summary: "The picture of a payment that staff confirmed",
      params: proofParams,
      response: "raw",
      produces: "image/webp",
    },
    async ({ params }) => privatePicture(await readProof(params.proof_id)),
  ),
});
