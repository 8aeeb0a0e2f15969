export { ApiError } from "@/clients/typescript/src/request";
