import { receiveUpload } from "@/lib/fulfillment/kinds/file/receive-upload";
import { maxPieceBytes, uploadParams } from "@/lib/fulfillment/kinds/file/schema";
import { endpoint, route } from "@/lib/http/route";

const shared = {
  surface: "storefront",
  auth: "admin",
  permission: "catalogue:write",
  params: uploadParams,
  response: "raw",
} as const;

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  // HEAD is answered by what answers GET.
  GET: route(
    { ...shared, summary: "How far an upload is (HEAD, tus protocol)" },
    ({ params, request, rawBody }) => receiveUpload(params.key, request, rawBody),
  ),
  PATCH: route(
    {
      ...shared,
      summary: "A piece of an upload (tus protocol)",
      bodyCap: 2 * maxPieceBytes,
      upload: ["application/offset+octet-stream"],
    },
    ({ params, request, rawBody }) => receiveUpload(params.key, request, rawBody),
  ),
});
