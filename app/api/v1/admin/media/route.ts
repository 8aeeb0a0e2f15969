import { listMedia } from "@/lib/content/list-media";
import { maxPictureBytes } from "@/lib/content/read-picture";
import { mediaList, mediaQuery, uploadedMedia } from "@/lib/content/schema";
import { uploadMedia } from "@/lib/content/upload-media";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "content:read",
      summary: "The pictures that were uploaded, newest first",
      query: mediaQuery,
      response: mediaList,
    },
    ({ query }) => listMedia(query),
  ),
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "content:write",
      summary: "Upload a picture: the body is the file itself",
      bodyCap: maxPictureBytes,
      upload: ["image/png", "image/jpeg", "image/webp", "image/gif", "image/avif"],
      response: uploadedMedia,
    },
    ({ actor, client, rawBody }) => uploadMedia(actor, client, rawBody),
  ),
});
