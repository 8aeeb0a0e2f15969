import { getAdminPost, listAdminPosts } from "@/lib/content/admin-queries";
import { createPost } from "@/lib/content/posts/create-post";
import { deletePost } from "@/lib/content/posts/delete-post";
import { updatePost } from "@/lib/content/posts/update-post";
import { adminPost, adminPostList, adminPostQuery, createPostBody, postPatch } from "@/lib/content/schema";
import { idParams, savedId } from "@/lib/core/wire";
import { operation, resource } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, operations, find } = resource("admin/posts", {
  getAdminPost: operation("GET /[id]", {
    permission: "content:read",
    summary: "A post with everything its form shows",
    params: idParams,
    response: adminPost,
    handle: ({ params }) => getAdminPost(params.id),
  }),
  updatePost: operation("PATCH /[id]", {
    permission: "content:write",
    summary: "Change a post",
    params: idParams,
    body: postPatch,
    bodyCap: 512 * 1024,
    response: savedId,
    handle: ({ actor, client, params, body }) => updatePost(actor, client, params.id, body),
  }),
  deletePost: operation("DELETE /[id]", {
    permission: "content:write",
    summary: "Delete a post",
    params: idParams,
    response: savedId,
    handle: ({ actor, client, params }) => deletePost(actor, client, params.id),
  }),
  listAdminPosts: operation("GET /", {
    permission: "content:read",
    summary: "Posts, drafts too",
    query: adminPostQuery,
    response: adminPostList,
    handle: ({ query }) => listAdminPosts(query),
  }),
  createPost: operation("POST /", {
    permission: "content:write",
    summary: "Create a post",
    body: createPostBody,
    bodyCap: 512 * 1024,
    response: savedId,
    handle: ({ actor, client, body }) => createPost(actor, client, body),
  }),
});
