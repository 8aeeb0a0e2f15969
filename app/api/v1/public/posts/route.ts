import { listPosts } from "@/lib/content/queries";
import { postList, postQuery } from "@/lib/content/schema";
import { publicRead } from "@/lib/http/public-reads";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      name: "listPosts",
      ...publicRead,
      summary: "Post list: blog and notices, newest first",
      query: postQuery,
      response: postList,
    },
    ({ query }) => listPosts(query),
  ),
});
