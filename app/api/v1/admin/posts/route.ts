import { listAdminPosts } from "@/lib/content/admin-queries";
import { createPost } from "@/lib/content/create-post";
import { adminPostList, adminPostQuery, createPostBody } from "@/lib/content/schema";
import { savedId } from "@/lib/core/wire";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "content:read",
      summary: "Posts, drafts too",
      query: adminPostQuery,
      response: adminPostList,
    },
    ({ query }) => listAdminPosts(query),
  ),
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "content:write",
      summary: "Create a post",
      body: createPostBody,
      bodyCap: 512 * 1024,
      response: savedId,
    },
    ({ actor, client, body }) => createPost(actor, client, body),
  ),
});
