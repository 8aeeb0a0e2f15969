import { endpoint, route } from "@/lib/http/route";
import { addPiece } from "@/lib/stock/imports/open-import";
import { keyImportParams, keyPieceBody, keyPieceResult, pieceBodyCap } from "@/lib/stock/imports/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "stock:write",
      summary: "A piece of an import's text; the same number again changes nothing",
      params: keyImportParams,
      body: keyPieceBody,
      bodyCap: pieceBodyCap,
      response: keyPieceResult,
    },
    ({ params, body }) => addPiece(params.import_id, body),
  ),
});
