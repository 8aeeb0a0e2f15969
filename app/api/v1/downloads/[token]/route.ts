import { openDownload } from "@/lib/fulfillment/kinds/file/open-download";
import { downloadParams } from "@/lib/fulfillment/kinds/file/schema";
import { fileDownload } from "@/lib/http/answer/download";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      name: "downloadFile",
      auth: "none",
      limit: "public",
      summary: "A delivered file, by the link of its order; answers Range",
      params: downloadParams,
      response: "raw",
      produces: "application/octet-stream",
      rawAnswers: {
        "200": "The file",
        "206": "The part of the file that Range asks for",
      },
    },
    async ({ params, request }) => {
      const isHead = request.method === "HEAD";
      const { headers } = request;
      const asked = { range: headers.get("range"), ifRange: headers.get("if-range"), isHead };
      return fileDownload(await openDownload(params.token, asked));
    },
  ),
});
