import { maxPieceBytes, uploadParams } from "@/lib/fulfillment/kinds/file/schema";
import { receiveUpload } from "@/lib/fulfillment/kinds/file/uploads/receive-upload";
import { operation, resource } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, operations, find } = resource(
  "admin/file-uploads",
  {
    // HEAD is answered by what answers GET.
    getUploadProgress: operation("GET /[key]", {
      byPermissions: true,
      params: uploadParams,
      response: "raw",
      summary: "How far an upload is (HEAD, tus protocol)",
      handle: ({ actor, params, request, rawBody }) => receiveUpload(actor, params.key, request, rawBody),
    }),
    uploadPiece: operation("PATCH /[key]", {
      byPermissions: true,
      params: uploadParams,
      response: "raw",
      summary: "A piece of an upload (tus protocol)",
      bodyCap: 2 * maxPieceBytes,
      upload: ["application/offset+octet-stream"],
      handle: ({ actor, params, request, rawBody }) => receiveUpload(actor, params.key, request, rawBody),
    }),
  },
);
