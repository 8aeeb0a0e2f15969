export { NotFoundMessage as default } from "@/components/store/not-found-message";
