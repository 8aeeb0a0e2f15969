/** Parts of a route file. */
export { endpoint } from "./endpoint";
export { route } from "./make-route";
export { csvOperation, operation, resource } from "./resource";
