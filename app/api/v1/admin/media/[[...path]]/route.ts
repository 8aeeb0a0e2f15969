import { listMedia } from "@/lib/content/pictures/list-media";
import { maxPictureBytes } from "@/lib/content/pictures/read-picture";
import { uploadMedia } from "@/lib/content/pictures/upload-media";
import { mediaList, mediaQuery, uploadedMedia } from "@/lib/content/schema";
import { operation, resource } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, operations, find } = resource("admin/media", {
  listMedia: operation("GET /", {
    permission: "content:read",
    summary: "The pictures that were uploaded, newest first",
    query: mediaQuery,
    response: mediaList,
    handle: ({ query }) => listMedia(query),
  }),
  uploadMedia: operation("POST /", {
    permission: "content:write",
    summary: "Upload a picture: the body is the file itself",
    bodyCap: maxPictureBytes,
    upload: ["image/png", "image/jpeg", "image/webp", "image/gif", "image/avif"],
    response: uploadedMedia,
    handle: ({ actor, client, rawBody }) => uploadMedia(actor, client, rawBody),
  }),
});
