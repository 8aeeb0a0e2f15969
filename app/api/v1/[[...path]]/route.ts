import { unknownPath } from "@/lib/http/unknown-path";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = unknownPath;
