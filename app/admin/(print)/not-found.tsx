export { default } from "../(panel)/not-found";
