/** Parts of a route file. */
export { endpoint } from "./endpoint";
export { route } from "./make-route";
export { operation, resource } from "./resource";
